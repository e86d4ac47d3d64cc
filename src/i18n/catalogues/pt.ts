import { mergeAreas, type Messages } from '../merge-areas.ts';

export default mergeAreas(import.meta.glob<Messages>('./pt/*.json', { eager: true, import: 'default' }));

/** By their path. */
export const areas = import.meta.glob<object>('./pt/areas/*.json', { import: 'default' });
