import type administrationErrors from './catalogues/pt-BR/areas/administration-errors.json';
import type attendance from './catalogues/pt-BR/attendance.json';
import type common from './catalogues/pt-BR/common.json';
import type errors from './catalogues/pt-BR/errors.json';
import type home from './catalogues/pt-BR/areas/home.json';
import type kit from './catalogues/pt-BR/kit.json';
import type layout from './catalogues/pt-BR/layout.json';
import type login from './catalogues/pt-BR/areas/login.json';
import type menu from './catalogues/pt-BR/menu.json';
import type notices from './catalogues/pt-BR/areas/notices.json';
import type pages from './catalogues/pt-BR/areas/pages.json';
import type reports from './catalogues/pt-BR/areas/reports.json';
import type shortcuts from './catalogues/pt-BR/areas/shortcuts.json';
import type administration from './catalogues/pt-BR/areas/administration.json';
import type users from './catalogues/pt-BR/areas/users.json';
import type channel from './catalogues/pt-BR/areas/channel.json';
import type account from './catalogues/pt-BR/areas/account.json';
import type accountMenu from './catalogues/pt-BR/areas/account-menu.json';
import type roles from './catalogues/pt-BR/areas/roles.json';
import type tenants from './catalogues/pt-BR/areas/tenants.json';
import type instances from './catalogues/pt-BR/areas/instances.json';
import type departments from './catalogues/pt-BR/areas/departments.json';
import type access from './catalogues/pt-BR/areas/access.json';
import type protocol from './catalogues/pt-BR/areas/protocol.json';
import type maintenance from './catalogues/pt-BR/areas/maintenance.json';
import type terms from './catalogues/pt-BR/areas/terms.json';
import type settings from './catalogues/pt-BR/areas/settings.json';
import type timeMachineEvents from './catalogues/pt-BR/areas/time-machine-events.json';
import type timeMachine from './catalogues/pt-BR/areas/time-machine.json';
import type videos from './catalogues/pt-BR/areas/videos.json';
import type conversation from './catalogues/pt-BR/areas/conversation.json';
import type list from './catalogues/pt-BR/areas/list.json';
import type campaigns from './catalogues/pt-BR/areas/campaigns.json';
import type rules from './catalogues/pt-BR/areas/rules.json';
import type flowStarts from './catalogues/pt-BR/areas/flow-starts.json';
import type flows from './catalogues/pt-BR/areas/flows.json';
import type audiences from './catalogues/pt-BR/areas/audiences.json';
import type base from './catalogues/pt-BR/areas/base.json';
import type imports from './catalogues/pt-BR/areas/imports.json';
import type blocked from './catalogues/pt-BR/areas/blocked.json';
import type customers from './catalogues/pt-BR/areas/customers.json';
import type quickReplies from './catalogues/pt-BR/areas/quick-replies.json';
import type scheduled from './catalogues/pt-BR/areas/scheduled.json';
import type templateEditor from './catalogues/pt-BR/areas/template-editor.json';
import type templates from './catalogues/pt-BR/areas/templates.json';
import type choices from './catalogues/pt-BR/areas/choices.json';
import type customerMerge from './catalogues/pt-BR/areas/customer-merge.json';
import type help from './catalogues/pt-BR/areas/help.json';
import type palette from './catalogues/pt-BR/areas/palette.json';

/** Every message id of the source catalogue: an unknown one doesn't compile. */
export type MessageId =
  | keyof typeof choices
  | keyof typeof customerMerge
  | keyof typeof templateEditor
  | keyof typeof templates
  | keyof typeof help
  | keyof typeof palette
  | keyof typeof conversation
  | keyof typeof list
  | keyof typeof audiences
  | keyof typeof rules
  | keyof typeof flowStarts
  | keyof typeof flows
  | keyof typeof campaigns
  | keyof typeof base
  | keyof typeof blocked
  | keyof typeof imports
  | keyof typeof customers
  | keyof typeof quickReplies
  | keyof typeof scheduled
  | keyof typeof videos
  | keyof typeof timeMachine
  | keyof typeof timeMachineEvents
  | keyof typeof settings
  | keyof typeof terms
  | keyof typeof maintenance
  | keyof typeof protocol
  | keyof typeof access
  | keyof typeof departments
  | keyof typeof instances
  | keyof typeof tenants
  | keyof typeof roles
  | keyof typeof account
  | keyof typeof accountMenu
  | keyof typeof channel
  | keyof typeof users
  | keyof typeof administration
  | keyof typeof administrationErrors
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
  | keyof typeof reports
  | keyof typeof shortcuts;

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}
