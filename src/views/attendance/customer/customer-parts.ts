export const loadCustomerCard = async () => (await import('./CustomerCard.tsx')).CustomerCard;
export const loadBlockCustomer = async () => (await import('./BlockCustomer.tsx')).BlockCustomer;
export const loadStartFlow = async () => (await import('../flow/StartFlow.tsx')).StartFlow;
export const loadTicketRules = async () => (await import('../rules/TicketRules.tsx')).TicketRules;
export const loadMergeCustomer = async () => (await import('./MergeCustomer.tsx')).MergeCustomer;
