import { mergeAreas, type Messages } from '../merge-areas.ts';

export default mergeAreas(import.meta.glob<Messages>('./en/*.json', { eager: true, import: 'default' }));
