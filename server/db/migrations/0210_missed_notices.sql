-- Events that may have to be told to somebody who was away: few of all, so that those after a moment are found at once.
create index event_to_tell on event (tenant_id, created_at) where name in (
  'ChatTicketTransfer', 'ChatTicketTransferring', 'ChatTicketTransferred', 'DeleteChatTicketTransfer',
  'ChatTicketClosed', 'CustomerCreatedToChat', 'CustomerChatEventChanged');
