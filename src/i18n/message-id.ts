import type attendance from './catalogues/pt-BR/attendance.json';
import type common from './catalogues/pt-BR/common.json';
import type errors from './catalogues/pt-BR/errors.json';
import type home from './catalogues/pt-BR/home.json';
import type kit from './catalogues/pt-BR/kit.json';
import type layout from './catalogues/pt-BR/layout.json';
import type login from './catalogues/pt-BR/login.json';
import type menu from './catalogues/pt-BR/menu.json';
import type notices from './catalogues/pt-BR/notices.json';
import type pages from './catalogues/pt-BR/pages.json';
import type shortcuts from './catalogues/pt-BR/shortcuts.json';
import type transfer from './catalogues/pt-BR/transfer.json';

/** Every message id of the source catalogue, so that a missing message does not compile. */
export type MessageId =
  | keyof typeof attendance
  | keyof typeof common
  | keyof typeof errors
  | keyof typeof home
  | keyof typeof kit
  | keyof typeof layout
  | keyof typeof login
  | keyof typeof menu
  | keyof typeof notices
  | keyof typeof pages
  | keyof typeof shortcuts
  | keyof typeof transfer;

/** The ids of the messages for what went wrong. */
export type ErrorId = keyof typeof errors;

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}
