import type { Shortcut } from './shortcut.ts';

/* The product's shortcuts. A view handles those it registers with `useShortcut`. */

export const showShortcuts: Shortcut = { id: 'show', keys: '?', messageId: 'shortcuts.open', scope: 'global' };
export const openPalette: Shortcut = { id: 'palette', keys: 'Mod+k', messageId: 'shortcuts.palette', scope: 'global' };
export const openNotices: Shortcut = { id: 'notices', keys: 'Alt+a', messageId: 'shortcuts.notices', scope: 'global' };
export const focusToast: Shortcut = { id: 'toast', keys: 'F8', messageId: 'shortcuts.toast', scope: 'global' };
export const search: Shortcut = { id: 'search', keys: '/', messageId: 'shortcuts.search', scope: 'list' };
export const closeTop: Shortcut = { id: 'close', keys: 'Escape', messageId: 'shortcuts.close', scope: 'global' };

export const moveInList: Shortcut = {
  id: 'move',
  keys: 'ArrowUp',
  and: 'ArrowDown',
  messageId: 'shortcuts.list.move',
  scope: 'list',
};
export const previousConversation: Shortcut = {
  id: 'previous',
  keys: 'Alt+ArrowUp',
  messageId: 'shortcuts.list.previous',
  scope: 'list',
};
export const nextConversation: Shortcut = {
  id: 'following',
  keys: 'Alt+ArrowDown',
  messageId: 'shortcuts.list.next',
  scope: 'list',
};
export const openFromList: Shortcut = { id: 'open', keys: 'Enter', messageId: 'shortcuts.list.open', scope: 'list' };

export const moveInMessages: Shortcut = {
  id: 'moveMessages',
  keys: 'ArrowUp',
  and: 'ArrowDown',
  messageId: 'shortcuts.messages.move',
  scope: 'messages',
};
export const replyToMessage: Shortcut = {
  id: 'reply',
  keys: 'Enter',
  messageId: 'shortcuts.messages.reply',
  scope: 'messages',
};

export const showQuoted: Shortcut = {
  id: 'quoted',
  keys: 'ArrowLeft',
  messageId: 'shortcuts.messages.quoted',
  scope: 'messages',
};
export const findInChat: Shortcut = { id: 'find', keys: 'Mod+f', messageId: 'shortcuts.chat.find', scope: 'chat' };

export const focusComposer: Shortcut = {
  id: 'composer',
  keys: 'c',
  messageId: 'shortcuts.chat.composer',
  scope: 'chat',
};
export const transferTicket: Shortcut = {
  id: 'transfer',
  keys: 't',
  messageId: 'shortcuts.chat.transfer',
  scope: 'chat',
};
export const finishTicket: Shortcut = {
  id: 'finish',
  keys: 'f',
  messageId: 'shortcuts.chat.finish',
  scope: 'chat',
};
export const writeNote: Shortcut = { id: 'note', keys: 'Alt+n', messageId: 'shortcuts.chat.note', scope: 'chat' };

export const sendMessage: Shortcut = {
  id: 'send',
  keys: 'Enter',
  messageId: 'shortcuts.composer.send',
  scope: 'composer',
};
export const sendAndGoOn: Shortcut = {
  id: 'sendAndGoOn',
  keys: 'Mod+Enter',
  messageId: 'shortcuts.composer.sendAndGoOn',
  scope: 'composer',
};
export const attachFiles: Shortcut = {
  id: 'attach',
  keys: 'Mod+Shift+a',
  messageId: 'shortcuts.composer.attach',
  scope: 'composer',
};
export const breakLine: Shortcut = {
  id: 'newline',
  keys: 'Shift+Enter',
  messageId: 'shortcuts.composer.newline',
  scope: 'composer',
};
