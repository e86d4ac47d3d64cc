import { rulesArea } from '../../../i18n/areas/rules.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { part } from '../../kit/part.tsx';
import { useAskedListing } from '../templates/use-asked-listing.ts';

const ExecutionList = part(async () => (await import('./ExecutionList.tsx')).ExecutionList, [rulesArea], {
  isExtra: true,
});

/** What rules did on the ticket; nothing where none acted. */
export function TicketRules({ ticket }: { readonly ticket: Attendance }) {
  const { rows, facts } = useAskedListing('chat.rules', { ticket: ticket.id });
  if (facts['ticket'] !== Number(ticket.id) || rows === null || rows.length === 0) return null;
  return <ExecutionList key={ticket.id} executions={rows} />;
}
