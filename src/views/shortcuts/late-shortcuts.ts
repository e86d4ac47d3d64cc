import type { Shortcut } from './shortcut.ts';

/* Shortcuts of parts that load after the first screen. */

export const openAgain: Shortcut = { id: 'openAgain', keys: 'r', messageId: 'shortcuts.chat.openAgain', scope: 'chat' };
export const bold: Shortcut = { id: 'bold', keys: 'Mod+b', messageId: 'shortcuts.composer.bold', scope: 'composer' };
export const italic: Shortcut = {
  id: 'italic',
  keys: 'Mod+i',
  messageId: 'shortcuts.composer.italic',
  scope: 'composer',
};
export const strike: Shortcut = {
  id: 'strike',
  keys: 'Mod+Shift+x',
  messageId: 'shortcuts.composer.strike',
  scope: 'composer',
};
export const undoFinish: Shortcut = { id: 'undo', keys: 'u', messageId: 'shortcuts.chat.undo', scope: 'chat' };
export const openNext: Shortcut = { id: 'next', keys: 'n', messageId: 'shortcuts.chat.next', scope: 'chat' };
export const reactToMessage: Shortcut = {
  id: 'react',
  keys: 'r',
  messageId: 'shortcuts.messages.react',
  scope: 'messages',
};
export const forwardMessage: Shortcut = {
  id: 'forward',
  keys: 'e',
  messageId: 'shortcuts.messages.forward',
  scope: 'messages',
};
export const showMessageActions: Shortcut = {
  id: 'messageActions',
  keys: 'Shift+F10',
  messageId: 'shortcuts.messages.actions',
  scope: 'messages',
};
export const markUnread: Shortcut = { id: 'unread', keys: 'm', messageId: 'shortcuts.chat.unread', scope: 'chat' };
export const snoozeTicket: Shortcut = { id: 'snooze', keys: 's', messageId: 'shortcuts.chat.snooze', scope: 'chat' };
export const tagCustomer: Shortcut = { id: 'tag', keys: 'e', messageId: 'shortcuts.chat.tag', scope: 'chat' };
export const takeTicket: Shortcut = { id: 'take', keys: 'a', messageId: 'shortcuts.chat.take', scope: 'chat' };
export const lockScreen: Shortcut = { id: 'lock', keys: 'Mod+Shift+l', messageId: 'shortcuts.lock', scope: 'global' };
export const previousConversation: Shortcut = {
  id: 'previous',
  keys: 'Alt+ArrowUp',
  messageId: 'shortcuts.list.previous',
  scope: 'list',
};
export const moveInList: Shortcut = {
  id: 'move',
  keys: 'ArrowUp',
  and: 'ArrowDown',
  messageId: 'shortcuts.list.move',
  scope: 'list',
};
export const nextConversation: Shortcut = {
  id: 'following',
  keys: 'Alt+ArrowDown',
  messageId: 'shortcuts.list.next',
  scope: 'list',
};
export const attachFiles: Shortcut = {
  id: 'attach',
  keys: 'Mod+Shift+a',
  messageId: 'shortcuts.composer.attach',
  scope: 'composer',
};
export const openNotices: Shortcut = { id: 'notices', keys: 'Alt+a', messageId: 'shortcuts.notices', scope: 'global' };
export const openFromList: Shortcut = { id: 'open', keys: 'Enter', messageId: 'shortcuts.list.open', scope: 'list' };
export const focusToast: Shortcut = { id: 'toast', keys: 'F8', messageId: 'shortcuts.toast', scope: 'global' };
export const newConversation: Shortcut = { id: 'new', keys: 'Alt+c', messageId: 'shortcuts.list.new', scope: 'list' };
export const chooseTemplate: Shortcut = {
  id: 'template',
  keys: 'Alt+e',
  messageId: 'shortcuts.chat.template',
  scope: 'chat',
};
export const scheduleMessage: Shortcut = {
  id: 'schedule',
  keys: 'Alt+s',
  messageId: 'shortcuts.composer.schedule',
  scope: 'composer',
};
