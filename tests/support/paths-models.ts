import { authModel } from '../../models/auth.model.ts';
import { campaignModel } from '../../models/campaign.model.ts';
import { editingModel } from '../../models/editing.model.ts';
import { flowEditingModel } from '../../models/flow-editing.model.ts';
import { inboxModel } from '../../models/inbox.model.ts';
import { listingModel } from '../../models/listing.model.ts';
import { mediaModel } from '../../models/media.model.ts';
import { messageSendModel } from '../../models/message-send.model.ts';
import type { Invariant, MachineModel } from '../../models/model.ts';
import { presenceModel } from '../../models/presence.model.ts';
import { notificationModel } from '../../models/notification.model.ts';
import { socketModel } from '../../models/socket.model.ts';
import { shellModel } from '../../models/shell.model.ts';
import { conversationModel } from '../../models/conversation.model.ts';
import { ticketModel } from '../../models/ticket.model.ts';
import { transferModel } from '../../models/transfer.model.ts';
import { unseenModel } from '../../models/unseen.model.ts';

/** Every machine that has a model. */
export const machineModels: readonly MachineModel[] = [
  authModel,
  socketModel,
  shellModel,
  inboxModel,
  ticketModel,
  conversationModel,
  transferModel,
  messageSendModel,
  mediaModel,
  presenceModel,
  unseenModel,
  notificationModel,
  listingModel,
  editingModel,
  flowEditingModel,
  campaignModel,
];

/** What holds in every session, whichever machine is looked at. */
export const allInvariants: readonly Invariant[] = machineModels.flatMap(({ invariants }) => invariants);
