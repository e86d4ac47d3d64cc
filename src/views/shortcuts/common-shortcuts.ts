import type { Shortcut } from './shortcut.ts';

/* The product's shortcuts. A view handles those it registers with `useShortcut`. */

export const showShortcuts: Shortcut = { id: 'show', keys: '?', messageId: 'shortcuts.open', scope: 'global' };
export const openPalette: Shortcut = {
  id: 'palette',
  keys: 'Mod+k',
  messageId: 'shortcuts.palette',
  scope: 'global',
  isAbove: true,
};
export const search: Shortcut = { id: 'search', keys: '/', messageId: 'shortcuts.search', scope: 'list' };
export const closeTop: Shortcut = { id: 'close', keys: 'Escape', messageId: 'shortcuts.close', scope: 'global' };

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
export const breakLine: Shortcut = {
  id: 'newline',
  keys: 'Shift+Enter',
  messageId: 'shortcuts.composer.newline',
  scope: 'composer',
};
