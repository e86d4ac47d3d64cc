import { mergeAreas, type Messages } from '../merge-areas.ts';

export default mergeAreas(import.meta.glob<Messages>('./pt-BR/*.json', { eager: true, import: 'default' }));
