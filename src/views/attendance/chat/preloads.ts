import { conversationArea } from '../../../i18n/areas/conversation.ts';

export const loadTransferDialog = async () => (await import('../transfer/TransferDialog.tsx')).TransferDialog;
export const loadFinishDialog = async () => (await import('./FinishDialog.tsx')).FinishDialog;
export const loadOutcomeChoice = async () => (await import('./outcome/OutcomeChoice.tsx')).OutcomeChoice;

export const loadConversationList = async () => (await import('../list/ConversationList.tsx')).ConversationList;
export const loadListFilters = async () => (await import('../list/ListFilters.tsx')).ListFilters;
export const loadQuickReplies = async () => (await import('./quick/QuickReplies.tsx')).QuickReplies;

export const loadLongConversation = async () => (await import('./long/LongConversation.tsx')).LongConversation;
export const loadLongMessage = async () => (await import('./LongMessage.tsx')).LongMessage;
export const loadMessageFile = async () => (await import('./media/MessageFile.tsx')).MessageFile;
export const loadRecoveredMark = async () => (await import('./media/RecoveredMark.tsx')).RecoveredMark;
export const loadSharedContent = async () => (await import('./media/SharedContent.tsx')).SharedContent;

export const loadFormatting = async () => (await import('./format/Formatting.tsx')).Formatting;
export const loadMessageTools = async () => (await import('./tools/MessageTools.tsx')).MessageTools;
export const loadRefusedReaction = async () => (await import('./tools/RefusedReaction.tsx')).RefusedReaction;

export const loadPastState = async () => (await import('./past/PastState.tsx')).PastState;
export const loadSendAgain = async () => (await import('./tools/SendAgain.tsx')).SendAgain;

export const loadThreadLine = async () => (await import('./thread/ThreadLineView.tsx')).ThreadLineView;

export const loadFindBar = async () => (await import('../found/FindBar.tsx')).FindBar;
export const loadFoundMessages = async () => (await import('../found/FoundMessages.tsx')).FoundMessages;

export const loadDraftNotice = async () => (await import('./together/DraftNotice.tsx')).DraftNotice;
export const loadUnreadNotice = async () => (await import('./together/UnreadNotice.tsx')).UnreadNotice;
export const loadAwayLine = async () => (await import('../list/AwayLine.tsx')).AwayLine;

export const loadUnsentTexts = async () => (await import('./together/UnsentTexts.tsx')).UnsentTexts;

export const loadNoteComposer = async () => (await import('./note/NoteComposer.tsx')).NoteComposer;

/** Code and texts that a press in the attendance screen needs, loaded while the page is idle. */
export const preloads = [
  loadTransferDialog,
  loadFinishDialog,
  loadOutcomeChoice,
  () => import('../../kit/MenuPopover.tsx'),
  loadMessageFile,
  loadLongMessage,
  loadThreadLine,
  loadNoteComposer,
  loadFindBar,
  loadFoundMessages,
  loadPastState,
  loadDraftNotice,
];
export const preloadAreas = [conversationArea];
