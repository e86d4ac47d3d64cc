export const loadCustomerCard = async () => (await import('./CustomerCard.tsx')).CustomerCard;
export const loadBlockCustomer = async () => (await import('./BlockCustomer.tsx')).BlockCustomer;
export const loadMergeCustomer = async () => (await import('./MergeCustomer.tsx')).MergeCustomer;
