import type { Manual } from './chapters.ts';

export const manual: Manual = {
  start: {
    title: 'First steps',
    body: `When you log in you see *Home*: how many conversations are waiting, the transfers for you and the company’s instances.

The menu is on the left; the button at its foot shows the names. On a phone it is at the bottom, and *More* shows the rest. You only see what your role allows.

- Your picture, at the top, opens your profile, the theme, the language, notices, the screen lock and the way out.
- The sign beside it shows the connection. You can keep writing without internet: we send when it is back.
- The question mark opens this manual at the chapter about the screen you are on.`,
  },
  attendance: {
    title: 'Inbox',
    body: `Conversations are on the left, the open one in the middle and the customer’s details on the right.

- *Mine* are the conversations you have, and *Queue* those that nobody has yet: when you answer one, it becomes yours. The number beside it says how many there are.
- While a flow answers a customer, the conversation is in *Bot* instead of the queue. When the flow hands it over, it joins the queue, and the wait counts from then on.
- *Sort and filter* puts the longest wait first or shows only some of the conversations.
- *N* opens the conversation of whoever has waited longest.
- *M* marks a conversation as read without opening it, or as unread; so does the row’s menu, and the selection for several at once. In yours, the customer sees the ticks.
- *E* opens the tags of the customer of the open conversation or of the row in focus; so does the row’s menu.
- The space bar in the list, or *Select* in the row’s menu, selects conversations: take, snooze, transfer, finish, mark as read or tag them all at once. What is refused is shown with its reason.
- Pinned conversations stay at the top. The others are sorted from newest to oldest.
- *Enter* sends and *Shift+Enter* starts a new line. In *Settings* you can swap them: *Ctrl+Enter* sends and *Enter* starts a new line. The draft of each conversation is kept.
- A link that begins with https:// reaches the customer with a preview of the page.
- Text between asterisks goes out in bold, between underscores in italics, and between tildes struck through. Lines that begin with a hyphen, or a number and a full stop, and a space make a list; with > and a space, a quote.
- One tick: sent. Two: delivered. Two blue ones: read. In red: not sent, with the reason and the option to try again.

WhatsApp allows free text for 24 hours after the customer’s last message. The time left is shown at the top of the conversation.

By SMS there is no 24-hour window, and there are no files, reactions, replies to a message or read ticks. Below the field you see how many SMS the text takes; *Remove accents* shortens one that takes more. Whoever writes SAIR, PARE, STOP or CANCELAR by SMS wants no more offers by SMS.

To quote a message in your answer, point at it and use *Reply*. A sent message isn’t deleted here: Meta’s API and SMS have no way to, and on gateway numbers Balcão doesn’t either, so that the record of the conversation stays whole. What the customer edits or deletes appears as a line that quotes the message.

*Select*, in a message’s menu, or Shift with the arrows selects several: click the others, or use the space bar. Then *Forward* (key *E*) or *Copy* takes them all at once, in order. *Esc* ends the selection.

- *Attach*, paste or drop to send photos, videos and documents; the *Attach* menu also sends locations, contacts, and buttons or a list for the customer to choose from. The microphone records a voice message. Gateway numbers also take, as documents, ZIP, MOV, HEIC, ODT and other formats that Meta’s API refuses; no channel takes programs.
- An audio plays on when you open another conversation: the bar with the name pauses it, moves through it and leads back to it.
- With a picture open, the wheel, two fingers, a double click or *+* and *-* zoom, *0* fits it to the window and *R* rotates it. Drag it, or use Shift with the arrows, to see the rest.
- *Internal note* is for the team: the customer does not get it. Mention a colleague with @.
- While a flow answers, the conversation says which one and at which step. *Stop flow* sends the conversation to the queue, and writing or *Take* stops the flow too. Beside it are the step and what the customer has answered so far; *Hand back to the flow* there goes on where it stopped. *Start flow* starts an active flow in the conversation, after showing what it says first.
- Beside the conversation are the customer’s details, tags and files, and *Block customer*.`,
  },
  transfers: {
    title: 'Transfers',
    body: `Use *Transfer*, at the top of the conversation, to choose who takes over. It lists the people who serve that instance and says who is away. The note is optional, and the customer never sees it.

They get a notice, and the conversation changes hands only when they accept. Until then you keep serving the customer and can cancel.

If nobody answers the customer within the department’s time limit, Balcão automatically offers the conversation to someone else. The limit is set in Departments or in Dynamic settings.`,
  },
  finishing: {
    title: 'Finishing a conversation',
    body: `Use *Finish* when the matter is settled. The conversation leaves your list and stays under *Finished*, with its protocol. For some seconds you can undo it.

If the company has outcomes, choose one with the mouse, the arrow keys or the number beside it. It is optional, and *Enter* finishes. The outcome is shown in the conversation, in the list and in the reports.

If the customer writes again, a new conversation begins, with another protocol. The previous one stays under *Earlier conversations*, beside the chat.

A transfer that was still waiting for an answer is cancelled.`,
  },
  search: {
    title: 'Searching conversations',
    body: `Press *Ctrl+K* (⌘K on a Mac) on any screen and type part of a customer’s name, a number, a protocol, words of a message, or what you want to do: screens and actions are found too. With *#* in front only protocols are, with *>* only actions.

To narrow the list, press */* there and type part of the customer’s name. Capital letters make no difference.

The search covers the chosen tab: if you don’t find it in *Mine*, try *All* or *Finished*, and check the instance chosen at the top.

*Filter messages*, below the search, and *Filter*, in the search inside a conversation, show only the customer’s or the company’s, and only those of the days you choose. In *Finished*, *Sort and filter* shows those of a period or outcome.

Do you have the protocol number? Use the *WhatsApp protocol* screen.`,
  },
  quickReplies: {
    title: 'Quick replies',
    body: `In a conversation, type */* and part of the shortcut, at the start or after a space; the button with the slash, beside the box, does the same. Choose with the arrows and press *Enter*: the text goes into the box, where you can still change it before you send it.

- *My quick replies* are for you alone. The company’s are for the whole team.
- In the text, {{cliente}}, {{atendente}}, {{protocolo}} and {{saudacao}} are replaced with what fits that conversation.
- In a message’s menu, *Make a quick reply* keeps its text among yours.`,
  },
  templates: {
    title: 'Templates and new conversations',
    body: `WhatsApp lets you write freely only for *24 hours* after the customer’s last message. What is left stands at the top of the conversation; in the last two hours also above the message box, and a notice reminds whoever has it.

- After that the templates take the box’s place; *Alt+E* goes to them. What you typed is kept.
- A *template* is a text that Meta approved. Fill in its variables, choose the image, video or PDF if it has one at the top, and check beside them what the customer will get.
- Once the customer answers you can write freely again.
- Templates are written in *Message templates*, or in WhatsApp Manager. Approved ones appear here within minutes; paused or rejected ones leave the list.

To write to a number first, use *New conversation* in the list (keys *Alt+C*, or Ctrl+K). If somebody already serves that number, Balcão leads you to the conversation or says who has it.`,
  },
  templateEditor: {
    title: 'Writing message templates',
    body: `A *template* is a message that WhatsApp approves beforehand. Once approved, it shows at once for the attendants of the same account’s numbers, and in campaigns.

*New template* begins a draft. *Save draft* keeps it as it is; *Submit for review* sends it to WhatsApp.

- The name has lowercase letters, digits and _. Name, language and numbers don’t change once it is submitted.
- In *Header*, choose a title, a picture, a video or a document. *Footer* and *Buttons* are optional.
- *Carousel* replaces header, footer and buttons by 2 to 10 cards, each with a picture or video, a text and the same kinds of buttons. Each card is sent with its example file, unless whoever sends it, or the campaign, chooses another.
- Variables stand between double braces: with numbers, from 1 on, or with names. Each needs an example. The text doesn’t begin or end with one.
- *What the customer will see* shows the message with the examples.

State and quality change by themselves.

- *In review*: wait. It often takes minutes.
- *Rejected*: the reason is at the top. Correct it and submit it again.
- *Paused*: customers rated it badly. Nobody can send it until the pause is over.
- *Disabled*: copy it and write another one.

Changing an approved template makes a change that isn’t submitted. Once submitted, it goes back to review, and nobody uses it until the answer. Deleting it removes it at WhatsApp, too; while a campaign under way uses it, that isn’t possible.`,
  },
  customers: {
    title: 'Customer tags and fields',
    body: `*Tags and fields* is where you set what the team marks and fills in about each customer.

- A *tag* is shown beside the conversation and in the list. Any attendant can add or remove it.
- A *field* has a type: text, number, date, options, or yes and no. The type can’t change once somebody has filled it in.
- The *order* says which field comes first.
- An *outcome* says how a conversation ended. Whoever finishes it chooses from the list.

*Customers base* takes in customers from a sheet, CSV or XLSX, of up to 2 million rows.

1. Press *Import file*. The delimiter and the encoding are found; if the same file was uploaded before, the screen says so.
2. Under *Columns*, say where each one goes. What the headings say is chosen already, as it was last time. Exactly one is the *Phone*.
3. The *Check* looks at every row: how many are new, who is in the base already, what is refused and why. Download the *Refused rows* to get them with line and reason, to correct and upload again.
4. Choose what happens to customers who are in the base already: *Fill what is empty*, *Update from the file* or *Leave as they are*. Whoever opted out or is blocked stays so in any case.
5. Under *Where the consent comes from*, give the origin, the date and the channels, and declare it. Without the declaration they come in without consent.
6. The button at the top begins the import. You can *Pause*, *Resume* and *Cancel*; if the server stops, it goes on at the last row and repeats nobody.

For 30 days *Undo* takes out who was added and gives back what was changed. Whoever has a conversation, got a campaign, was edited or pinned, or got a tag or a group stays, with the consent declared.

*Customers* is found by words of the name, by a phone or by its last digits, and filtered by tag, field, group, audience, instance, last contact, blocking and consent. *Columns* chooses what is shown, the company’s fields and the consent among it; name and phone always stay. *Save this view* keeps filters and order under a name, for you alone, up to 10; a view says if its tag, group, instance or field is gone. *Download* exports the list with the screen’s filters as CSV or XLSX.

Under *Edit* on a customer’s record, correct the *Phone* of whoever never wrote. Once somebody has written from a number, it can’t be changed by hand: if the customer changes their number in WhatsApp, the record follows. If the right number is another record’s already, use *Merge with another customer*.

The *Time zone* on the record says at what hours the next campaigns reach a customer who has moved. Without it, the area code’s counts. A spreadsheet can bring it too, with names such as America/Manaus.

*Blocked contacts* holds the numbers that nothing comes from and nothing goes to, with the reason, who blocked them and when. Paste a list, one number per line, or *Take from a CSV, TXT or Excel file*. What is wrong stays for you to correct; *Download the refused lines* gives them all, with the reason. *Download* exports the list as CSV or XLSX. A customer stays blocked while any of their numbers is on the list.

A customer’s page, opened from *Customers*, has their data, groups, the campaigns they got and earlier conversations. *Consent to offers* shows their last word on WhatsApp and SMS and everything before it. Whoever keeps the base records what the customer said, with the proof. Nothing is deleted from this history.

If the person asks for it, an administrator exports all that is known of them (*Export this person’s data*) or erases it for good (*Erase on request (LGPD)…*), on their page, opened from *Customers*. The export is a ZIP with data and messages in cliente.json, the picture and the files of the conversations and campaigns; what no longer exists is said there. Conversations still count, without name or content. If the person was blocked or had opted out of offers, only a code of the number is kept, which nobody can read: if they come back, in a file or by writing, they are a new customer who refuses the same, and can be unblocked or consent like anybody else.

Deleting a tag removes it from all customers. Deleting a field erases what was filled in. A deleted outcome is no longer offered when finishing; conversations already finished with it don’t change.`,
  },
  audiences: {
    title: 'Audiences and customer groups',
    body: `An *audience* is the set of customers who meet conditions: tag, group, instance, area code, name, last contact, consent, block or one of the company’s fields. It keeps no names: whoever meets the conditions later is in.

- *All* asks for each condition, *Any* for one of them, and *Except* leaves out whoever meets one. Groups can be inside groups: up to 5 levels and 50 conditions.
- While you build, Balcão counts the customers, says how many each channel reaches and shows some of them. Click one to see why they are in; under *Check a customer*, find anybody else to see why they are out. *See its customers*, in the audience’s menu, opens the whole list, which can be downloaded.
- The number beside a condition is how many customers it finds by itself.

A *customer group* has a name and members. Members are chosen one by one, in the list of customers, or follow an audience.

- A group that follows an audience is filled anew when the audience changes, once a day, when a campaign begins for which it decides who is in, and when somebody chooses *Refresh from the audience*. In between it stays as it is.
- Taking the audience off a group keeps the customers it has.
- An audience that a group follows can’t be deleted, nor an audience or group of a scheduled campaign.`,
  },
  campaigns: {
    title: 'Campaigns',
    body: `A *campaign* sends one message to many customers, each at most once, and shows who got it and why the others didn’t.

*New campaign* has five steps: *Channel*, *Audience*, *Message*, *When* and *Review*. Nothing is sent before the review.

- In *Channel*, choose the numbers that send: all of WhatsApp or all of SMS. Numbers by a gateway send no campaigns, as WhatsApp bans those that send to many by them.
- In *Audience*, choose an audience, a group, a file or all customers. *A file* goes through the base’s import, with the consent, and becomes a group: *Use this group in the campaign*. While the file is still coming in, campaigns with its group wait. The blocked and those who opted out of the campaign’s channel never get it.
- In *Message*, say where each variable comes from and what to use if it is missing. *Free text* only goes to those who wrote within the last 24 hours, and can come with an image, a video or a document. The file, or an audio, can also go alone. If the template has an image, video or PDF at the top, *Choose a file…* uploads it; everyone gets the same one.
- By SMS only text goes, with variables and without the 24-hour window. Below the text you see how many SMS it takes, and *Remove accents* makes it shorter. Names with ã, õ or ç may take more: the *Rehearsal* counts with them. There are no read receipts, and some operators don’t confirm delivery.
- In *When*, choose the start, the sending hours, which are those of each customer’s time zone, the pace and, if you like, *Divide into parts*. Each part can have its own message: *Compare with another message (A/B)*, in *Message*, sends one to each half.
- Once the draft is saved, the *Rehearsal* says how many will get it, who is left out and why, about how long it takes, and the *Estimated cost*. An administrator sets the *Prices per message*. *Send a test* sends the message to a number of yours.

While it runs, the numbers change by themselves, in every tab.

- One message goes before the others to prove it. If Meta or the SMS provider refuses it, the campaign stops.
- *Pause* holds what comes next; *Resume* goes on from there. *Cancel sending* ends it for good: what was sent stays as it is.
- Before it begins, *Back to draft* unschedules it, so that you can change its message, audience or time.
- *Waiting* means that it goes on by itself: when the hours begin, the account’s 24-hour limit has passed, the template is back or the company’s feature Campaigns is on again.
- While a group that decides whom it is for is being filled, it stays *Scheduled* and begins by itself right after. If *Customer groups* shows *Filling fails: trying again* for it, nobody gets the campaign until that succeeds: change the group’s audience or choose *Cancel sending*.
- In a divided campaign, *By part* compares how many of each part got it, read it and answered.
- *Unconfirmed* ones may have got it. That is why they are never sent to again, not even by *Send again to those that failed*.
- Click a stage of the funnel to see only those recipients. Under *More actions* you copy the campaign and download the list. *Download*, beside the search, takes the campaigns and their numbers to CSV or XLSX.

Whoever answers opens a conversation with the campaign’s text in it, and the file that went with the text. Whoever answers SAIR, PARAR, PARE or STOP gets no more campaigns on that channel; by SMS, CANCELAR counts too.`,
  },
  rules: {
    title: 'Rules',
    body: `A *rule* acts by itself: *When* something happens, *If* the condition is true, *Then* it does what you chose, in order.

- In *When*, choose the event: message received, conversation opened, taken, transferred or finished, customer who has waited for a while, data, tag or field changed, campaign answered.
- In *If*, join conditions in groups: *all* or *any*. *contains* looks for whole words, whatever their accents and capitals. *in a flow* tells apart the conversations that a flow is answering. Without a condition, the rule acts on every event of that kind.
- In *Then*, add actions: send to a department, assign, put back into the queue, tag, fill in a field, send a message or a quick reply, start a flow, note, notify somebody, finish. What can’t be done is left out, and the execution says why: *already in a flow*, if a flow answers in the conversation; *wants no messages on this channel*, if the customer opted out.
- *Once a conversation* has the rule act only the first time. With *Stop here: the ones below don’t see this event*, the event ends there.

Rules are tried from top to bottom, and each sees what the ones above changed. Drag to change the order, or use Alt with the arrows.

- The *Bench* tries the rule on the last 100 events, without doing anything: which matched, what the others lacked, and what it would do.
- A rule that would trigger itself, alone or through others, isn’t saved. If a circle comes by an import or by a flow that changed, it is stopped: each rule acts once in a chain of causes, which has five rules at most.
- A rule that acts for the same customer 20 times in 10 minutes, or 200 times in a day, stops for a day with them and goes on with others: another bot may be answering. A note on the conversation says so, and the execution says *Stopped: too often on the same conversation*.
- *Start flow* also starts an active flow, even without an open ticket. Whoever is left out shows in *Executions*, with the reason.
- *Executions* has what each rule did, on which conversation and why. Beside the conversation, *Rules* shows the same for the open one.
- *Import and export* takes the rules to another company. Tags, departments and people are found by name, and the rules arrive switched off.

A rule sees only what happens after it was switched on. Customers imported from a file trigger no rules. A rule’s message doesn’t count as an answer: the customer goes on waiting.`,
  },
  bot: {
    title: 'Conversation bot',
    body: `The *Conversation bot* shows which flow answers whoever writes: on which numbers, which messages, at which hours and by which name.

- Flows are tried in the order of the list. The first that fits answers; if none fits, people get the conversation. Each flow’s arrows move it up or down.
- *Edit* switches the flow on and off and changes where and when it answers.
- In *Where*, choose a number to see only what answers there.
- A notice says when a flow never answers, or only in part, because another that comes first takes its messages.`,
  },
  flows: {
    title: 'Flows',
    body: `A *flow* answers customers by itself, step by step, and calls a person when needed. *New flow* begins with a template, blank, or with an exported file.

On the left are the steps that can be added; in the middle, the flow; beside it, the chosen step. *Drawing* and *List*, at the top, are two ways to see the same; on a phone there is only the list.

- *Say* sends a message. *Ask* waits for the answer and saves it to a variable. *Branches* takes the first case that holds. *Hours* looks at the department’s hours. *Save* sets a tag, a customer field or a variable. *Request* asks another system. *Pause* waits. *Hand over* calls a person, and *End* ends.
- Each exit needs a destination. So do a question’s *other answer*, *media* and *silence*: they are what customers do when they don’t do what you expected.
- In texts, a variable’s name in double braces becomes its value. *Variables*, in *More actions of the flow*, shows them all.
- In the drawing, drag a step from the left to its place, and from a dot to another step to say where the exit leads. An exit that leads far away or back shows the destination’s name: click it to go there. *Tidy up* arranges everything.
- Ctrl C, Ctrl X and Ctrl V copy, cut and paste the chosen steps, into other flows too; in the drawing, Shift or Ctrl with the mouse chooses several.
- In the list, everything can be done by keyboard: arrows walk, Enter edits, D changes the destination, N makes a step after, Alt with the arrows reorders, Delete removes and Ctrl Z undoes.

While you edit, the whole flow is checked: no loose exit, no loop, nobody stuck in silence. Each problem stands at its step, and *See the conversation* shows the shortest conversation in which it happens.

*Test* opens the simulator: write as the customer, tap options, send a photo or a location, or let time pass. Nothing is sent.

- *Save* keeps the draft. *Publish* shows what changes for the customer and publishes only what is proved. With conversations in progress, choose whether they stay in their version, move to the new one, or go to a person.
- In *Versions* you compare what was published with what is open, and *Go back to this* brings a version back to the draft; *Undo* returns what was open.
- *Where it answers*, in the list, turns the flow on and says when it answers, on which instances and by which name.`,
  },
  activeFlows: {
    title: 'Active flows',
    body: `An *active flow* writes first. *New active flow* asks for the template of the *First message*, because outside of the 24 hours only an approved template can be sent; for an SMS number it asks for a text, and the flow goes by SMS alone. The other steps are edited as in other flows, in *Edit steps*.

- Publish the flow and switch it on in *How it starts*. There you also choose the numbers it writes from, the hours, which are those of each customer’s time zone, and whether it is *Only for who agreed*.
- *New launch* starts it for an audience or a group, now or at a moment, once, every day or every week, and first says how many customers are in it. *Stop* takes whoever hasn’t got it out of the queue.
- *Link campaign* has whoever answers the campaign go on in the flow, behind the template.
- *Make key* gives another system a key to start the flow. The key is shown only once. The call has “number”, “name” and “key”, the request’s name: repeated with the same name, it answers what became of it and sends nothing again. It may also have “variables”, with values for those of the flow’s variables that have an *Initial value*.
- An attendant starts it with *Start flow*, beside the conversation. A rule can start it too.

Each start is in *Customers*, with the reason when it didn’t happen: whoever waits for a person or is with one, is in another flow, is blocked, wants no messages, hasn’t agreed or is outside of the hours is left out. Launches keep to the number’s pace and daily limit, as campaigns do.`,
  },
  notices: {
    title: 'Notices and sounds',
    body: `Balcão lets you know when a message arrives, when a conversation is transferred to you and when a transfer is accepted.

- Turn sound and notices outside the tab on or off in the menu under your picture. The browser asks for permission once.
- If you refused, allow notices for this address in your browser’s settings.
- The number beside *Inbox* and in the tab’s title counts the conversations with unread messages.`,
  },
  protocol: {
    title: 'WhatsApp protocol',
    body: `Each conversation has a number, such as 20260312-0007: the day and its place in it. It is shown at the top of the conversation.

Type the number in *WhatsApp protocol* to see whose conversation it is and everything that happened in it: start, messages, transfers and end, with time and person.

*Download PDF* creates a document with the whole conversation, in the company’s time zone. In Dynamic settings an administrator can hide part of the customer’s phone number. Every PDF downloaded is recorded in the audit.

You can find the conversations you are allowed to see: your own, those without an attendant on your instances and, if you are an administrator, all of them.`,
  },
  reports: {
    title: 'Dashboards and reports',
    body: `*Control panel* and *Data and analytics* show this moment (open, queued and unanswered conversations) and a period beside the one before. The panel starts with today; the analytics, with the last 30 days.

- The help sign of each number says what it counts. Below each table, *What each column counts* explains the columns.
- Click a number to see the conversations behind it. When you come back from a conversation, the list is as you left it.
- *Chart* and *Table* show the same numbers.
- *Productivity report* compares attendants. *Report by period* shows the days and the people you choose.

Days and hours are those of the company’s time zone. Everything can be downloaded as CSV or Excel.`,
  },
  users: {
    title: 'Users',
    body: `Create users with *New user* or send an invitation by e-mail: the person chooses their own password.

- The role says what a person may open. The instances say which numbers they serve.
- *Block* keeps them out and ends their sessions at once. Their conversations are left without an attendant, for someone else to take.
- *Disconnect* only ends their open sessions.
- *Delete* doesn’t erase what the person did: conversations and audit remain.

The company’s user limit is shown beside the title. The company needs at least one active administrator.`,
  },
  roles: {
    title: 'Roles and permissions',
    body: `A role is a set of screens. Open it, tick screens by category and check what changes before you save.

Changes take effect at once, even for people who have Balcão open: the menu follows.

The role *administrador* allows everything and can’t be reduced. Duplicate a role to create a similar one. Only a role that nobody has can be deleted.`,
  },
  departments: {
    title: 'Departments',
    body: `A department brings people and instances together, with opening hours, messages and a way to distribute conversations.

- *Distribution*: manual, to whoever has the fewest open conversations, or one to each person in turn. Only people who are online receive any.
- *Limit per attendant*: above it, the conversation waits. A person can still transfer beyond it.
- *Greeting* and *Outside opening hours* are messages sent once per conversation.
- *Transfer unanswered after*: offers the conversation to someone else, who has the same time to accept. After that the next person is asked and, with nobody left, it goes back to the queue. If empty, the company’s default applies.

On holidays the department is closed all day.`,
  },
  instances: {
    title: 'Instances',
    body: `An instance is one of the company’s numbers, for WhatsApp or for SMS. In *New instance*, *Channel* says which; each channel has conversations of its own.

- WhatsApp: enter the number’s identifier and the Cloud API token. The token is encrypted and never shown again, except for its last characters.
- *SMS, by Twilio*: enter the *Account SID*, the *Number at Twilio* and the *Auth Token*. *SMS, by Zenvia*: the *Sender at Zenvia* and the *API token*. The connection test also has the provider report to Balcão what arrives: there is nothing to set in its console.
- *WhatsApp, unofficial gateway*: enter the *Gateway address* and the *Gateway key*; under *Pairing*, scan the QR code with the company’s phone. The code renews itself; if it expires, *Get another code*. When the pairing is lost, the list and the conversations say so, and what is written waits some minutes before it fails. There is no 24-hour window, and there are no templates or campaigns. What is written, edited or deleted on the phone itself shows in the conversation as *From the phone*; what is written counts as an answer. A gateway that was paired before an update of Balcão reports what is edited or deleted only after *Test connection*.
- *Test connection* confirms that the number responds. Its state in the list updates by itself.
- *Sync messages* fetches the conversations of the days you choose, with progress shown in the list.
- A deactivated instance neither receives nor sends messages.
- Without *Official API* the instance is outside Meta: there is no 24-hour window, and it sends and receives only once a gateway is set up.`,
  },
  audit: {
    title: 'Access and audit',
    body: `*Online now* shows who is at work, since when and from where.

*Audit* records who did what, when and from which address. Nothing can be erased. Filter by person, action and period, and download the result.

Visits by the platform’s support are recorded there too.`,
  },
  settings: {
    title: 'Dynamic settings',
    body: `How Balcão works in your company: session length, screen lock, support access, automatic transfer and more.

Each line shows the current value, the default, and who changed it and when. *Back to default* undoes a change. Changes take effect at once, with no restart.

With *Attendant’s name in messages* on, customers read the person’s name, as it is in *My profile*, before each text and caption. In Balcão the message is shown without it.

Under *Help* you say whom people in the company should ask first: it is shown on the Support screen.`,
  },
  account: {
    title: 'Your account',
    body: `In *My profile* you change your name and picture. *Settings* has your password, notices, language and theme.

*Active sessions* shows the browsers in which you are logged in. End the ones you don’t recognise, or all others at once, and change your password.

To change the password, enter the current one too. The new one needs at least 8 characters, without repetitions or sequences such as 123 or abc.`,
  },
  security: {
    title: 'Security',
    body: `*Two-step verification*: scan the QR code with an authenticator app and confirm with the six-digit code. Keep the recovery codes: each one works once, for when you don’t have your phone.

The company can require it of everyone. Anyone who doesn’t have it yet must set it up before anything else.

*Lock the screen* hides conversations without losing drafts or messages on their way. To come back, type your password. The screen also locks by itself if you wish: choose after how long in *Settings*. The company can set the longest time.

On a computer that others use too, untick *Keep me logged in* at the login.

Forgot your password? On the login page use *I forgot my password*: the link arrives by e-mail and is valid for one hour.`,
  },
  terms: {
    title: 'Terms of use',
    body: `When the platform publishes a new version of its terms, everyone has to read and accept it when they log in. People already at work have 24 hours.

We keep the date, the time and the address of each acceptance. In *Terms of use* administrators see who has accepted and who hasn’t.`,
  },
  help: {
    title: 'Help, videos and support',
    body: `Press *?* on any screen to see the shortcuts that work there. The *Help* screen shows them all.

*Training videos* has short videos. Mark the ones you have watched: only you see the mark.

Need to talk to someone? *Support* says whom to ask first in your company and what to tell them: the protocol, the time and the request code shown in error messages.`,
  },
  timeMachine: {
    title: 'Time machine',
    body: `For whoever looks into a problem. On *Time machine*, drop the file that the person saved with *Report a problem*: the screens appear as they saw them. The file does not leave your browser, and nothing that it shows is sent, stored or sounded.

- The slider leads to any moment; the arrow keys move one event at a time. *Play* moves by itself.
- Under *Events*, filter by event or by actor and see what each one changed. *Go to the cause* leads to the event that asked for that answer.
- *States* shows the state of each actor at that moment; choose one to see its states drawn, the current one and the last change.
- *Numbers* answers *Why this number?*: which events led to it. Where the tab’s own log is offered, the right button (or the menu key) on a counter leads there.

The file has letters in place of texts and names: what matters is what happened, and in which order. It does not hold which screen the person was on; the screen shown is the one that the events point to.`,
  },
  companies: {
    title: 'Companies',
    body: `For the back-office. The list shows each company’s usage and limits. Deleted companies are hidden and can be restored.

- *Features* turns areas on and off, at once, even for people who are online.
- *Enter as support* opens the company for a limited time, with a notice on the screen and a record in both audits. The company can forbid it.
- *Download sheets* gives you conversations, instance logs and delivery statuses, as CSV or Excel.`,
  },
  connections: {
    title: 'Connections',
    body: `For the back-office. It shows the instances of all companies: their state, last activity and how often they reconnected.

A disconnected instance shows the reason given by WhatsApp, such as a token that expired.`,
  },
  maintenance: {
    title: 'Maintenance',
    body: `For the back-office. Once it is on, companies see the maintenance page, with the message and the expected end you write. Messages from customers keep arriving.

Once it is off, each page goes back by itself to where it was and nothing that was typed is lost. The back-office keeps working all the time.`,
  },
};
