/** What is to be done with a conversation: asked for in the list or in its header, done by `TicketActions`. */
export type Asked =
  | { readonly kind: 'menu'; readonly ticketId: string; readonly anchor: HTMLElement }
  | { readonly kind: 'unread' | 'read' | 'snooze' | 'wake' | 'transfer' | 'finish' | 'tag'; readonly ticketId: string };

export const loadTicketActions = async () => (await import('./TicketActions.tsx')).TicketActions;
export const loadBulkBar = async () => (await import('../bulk/BulkBar.tsx')).BulkBar;
export const loadNewConversation = async () => (await import('../../templates/NewConversation.tsx')).NewConversation;
export const loadSavedViews = async () => (await import('../saved/SavedViews.tsx')).SavedViews;
