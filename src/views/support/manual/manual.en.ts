import type { Manual } from './chapters.ts';

export const manual: Manual = {
  start: {
    title: 'First steps',
    body: `After logging in you see *Home*: how many conversations wait, the transfers for you and the company’s instances.

The menu is on the left and opens with the button at its foot. On a phone it is at the bottom. You only see what your role allows.

- Your picture, at the top, opens language, theme, notices, screen lock and the way out.
- The sign beside it shows the connection. Without internet you can go on writing: we send when it is back.
- The question mark opens this manual at the chapter of the screen you are on.`,
  },
  attendance: {
    title: 'Attendance',
    body: `Conversations are on the left, the open one in the middle and the customer’s data on the right.

- *Mine* are the conversations with you. *All* also shows those that wait: answering brings the conversation to you.
- Pinned conversations are on top. The others come newest first.
- *Enter* sends and *Shift+Enter* breaks the line. Each conversation’s draft is kept.
- One tick: sent. Two: delivered. Two blue ones: read. In red: not sent, with the reason and the option to try again.

WhatsApp allows free text until 24 hours after the customer’s last message. The time left is shown at the top of the conversation.

To answer a single message, point at it and use *Reply*.`,
  },
  transfers: {
    title: 'Transfers',
    body: `With *Transfer*, at the top of the conversation, choose who goes on. Only people who are connected and serve that instance are listed.

They get a notice, and the conversation changes hands only when they accept. Meanwhile you keep serving the customer and may cancel.

If nobody answers the customer within the department’s time, Balcão offers the conversation to someone else by itself. That time is set in Departments or in Dynamic settings.`,
  },
  finishing: {
    title: 'Finishing a conversation',
    body: `Use *Finish* when the matter is closed. The conversation leaves your list and stays under *Finished*, with its protocol.

If the customer writes again a new one begins, with another protocol. The one before stays under *Earlier conversations*, beside the chat.

A transfer that was still waiting for an answer is cancelled.`,
  },
  search: {
    title: 'Searching conversations',
    body: `Press *Ctrl+K* (⌘K on a Mac) and type part of the customer’s name. Capitals don’t matter.

The search looks at the chosen tab: if it isn’t in *Mine*, try *All* or *Finished*, and check the instance chosen at the top.

Have the protocol number? Use the *WhatsApp protocol* screen.`,
  },
  notices: {
    title: 'Notices and sounds',
    body: `Balcão tells you when a message arrives, when a conversation is transferred to you and when a transfer is accepted.

- Sound and notices outside the tab are switched on in your picture’s menu. The browser asks for permission once.
- If you refused, allow notices for this address in the browser’s settings.
- The number beside *Attendance* and in the tab’s title counts conversations with unread messages.`,
  },
  protocol: {
    title: 'WhatsApp protocol',
    body: `Each conversation has a number, such as 20260312-0007: the day and its order. It is shown at the top of the conversation.

Type the number into *WhatsApp protocol* to see whose conversation it is and all that happened: start, messages, transfers and end, with time and person.

*Download PDF* makes a document of the whole conversation, in the company’s time. In Dynamic settings an administrator can hide part of the customer’s number. Each PDF that is downloaded is kept in the audit.

You find the conversations you may see: your own, those without an owner on your instances and, as an administrator, all.`,
  },
  reports: {
    title: 'Dashboards and reports',
    body: `*Control panel* shows this moment: open, waiting and unanswered conversations. *Data and analytics* shows a period beside the one before.

- Each number’s help sign says what it counts.
- Press a number to see the conversations behind it.
- *Productivity report* compares attendants. *Report by period* brings together the period and the people you choose.

Days and hours are those of the company’s time zone. Everything can be downloaded as CSV or Excel.`,
  },
  users: {
    title: 'Users',
    body: `Create users with *New user* or send an invitation by e-mail: they choose their own password.

- The role says what someone may open. The instances say which numbers they serve.
- *Block* keeps them out and ends their sessions at once. Their conversations are left without an owner for someone else.
- *Disconnect* only closes their open sessions.
- *Delete* doesn’t erase what they did: conversations and audit stay.

The company’s limit of users is shown beside the title. The company needs at least one active administrator.`,
  },
  roles: {
    title: 'Roles and permissions',
    body: `A role is a set of screens. Open it, tick screens by category and check what changes before saving.

Changes hold at once, also for those who have Balcão open: the menu follows.

The role *administrador* permits everything and can’t be narrowed. Duplicate a role to begin a similar one. Only a role that nobody has can be deleted.`,
  },
  departments: {
    title: 'Departments',
    body: `A department brings people and instances together, with hours, texts and a way of giving out conversations.

- *Distribution*: manual, to who has the fewest open conversations, or one each in turn. Only those who are connected get any.
- *Limit per person*: above it the conversation waits.
- *Greeting* and *out-of-hours text* are sent once a conversation.
- *Transfer unanswered after*: offers the conversation to someone else. Empty: the company’s default.

Holidays may close the whole day or have hours of their own.`,
  },
  instances: {
    title: 'Instances',
    body: `An instance is one of the company’s WhatsApp numbers.

- Enter the number’s id and the Cloud API token. The token is encrypted and never shown again: only its last characters.
- *Test connection* confirms that the number answers. Its state in the list changes by itself.
- *Sync messages* fetches conversations of the days you choose, with its progress in the list.
- A deactivated instance neither receives nor sends.`,
  },
  audit: {
    title: 'Access and audit',
    body: `*Connected now* shows who is at work, since when and from where.

*Audit* keeps who did what, when and from which address. Nothing can be erased. Filter by person, action and period, and download the result.

Visits of the platform’s support are there too.`,
  },
  settings: {
    title: 'Dynamic settings',
    body: `How Balcão works in your company: length of sessions, support access, automatic transfer and more.

Each line shows what holds now, the default, and who changed it when. *Back to default* undoes it. A change holds at once, without a restart.

Under *Help* you say whom people in the company should ask first: it is shown on the Support screen.`,
  },
  account: {
    title: 'Your account',
    body: `In *My profile* you change name and picture. *Settings* has password, notices, language and theme.

*Active sessions* shows the browsers you are logged in with. End those you don’t know and change your password.

A password needs 8 characters or more, without repetitions or sequences such as 123 or abc.`,
  },
  security: {
    title: 'Security',
    body: `*Two-step verification*: read the QR code with an authenticator app and confirm with the six-digit code. Keep the recovery codes: each is good once, for when you are without your phone.

The company may ask it of everybody. Who has none must set it up before anything else.

*Lock the screen* hides conversations without losing drafts or messages on their way. To come back, type your password.

Forgot your password? At the login use *Forgot my password*: the link comes by e-mail and is good for an hour.`,
  },
  terms: {
    title: 'Terms of use',
    body: `When the platform publishes a new version of its terms, each person has to read and accept it at the login. Those at work have 24 hours.

We keep the date, the time and the address of the acceptance. In *Terms of use* administrators see who has accepted and who hasn’t.`,
  },
  help: {
    title: 'Help, videos and support',
    body: `Press *?* on any screen to see the shortcuts that work there. The *Help* screen shows all.

*Training videos* has short videos. Mark those you have seen: the mark is yours alone.

Need to talk to someone? *Support* says whom to ask first in your company and what to tell: protocol, time and the request code shown in error messages.`,
  },
  companies: {
    title: 'Companies',
    body: `For the back-office. The list shows each company’s use and limits. Deleted companies are hidden and can be restored.

- *Features* switch areas on and off, at once, for those who are connected.
- *Enter as support* opens the company for a limited time, marked on the screen and kept in both audits. The company may forbid it.
- *Sheets* downloads orders, instance logs and delivery statuses, as CSV or Excel.`,
  },
  connections: {
    title: 'Connections',
    body: `For the back-office. It shows the instances of all companies: state, last activity and how often they reconnected.

A disconnected instance shows WhatsApp’s reason, such as a token that ran out.`,
  },
  maintenance: {
    title: 'Maintenance',
    body: `For the back-office. Once it is on, companies see the maintenance page with the message and expected end you write. Customers' messages keep arriving.

Once it is off, each page returns by itself to where it was and nothing that was typed is lost. The back-office works all the time.`,
  },
};
