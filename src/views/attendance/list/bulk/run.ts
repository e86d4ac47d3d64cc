import { part } from '../../../kit/part.tsx';

export const BulkRun = part(async () => (await import('./BulkRun.tsx')).BulkRun, [], {
  onClose: ({ onClose }) => onClose(),
});
