import { mergeAreas, type Messages } from '../merge-areas.ts';

export default mergeAreas(import.meta.glob<Messages>('./en/*.json', { eager: true, import: 'default' }));

/** By their path. */
export const areas = import.meta.glob<object>('./en/areas/*.json', { import: 'default' });
