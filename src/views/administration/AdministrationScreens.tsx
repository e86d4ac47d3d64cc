import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Area } from '../../i18n/area.ts';
import { accountArea } from '../../i18n/areas/account.ts';
import { accountMenuArea } from '../../i18n/areas/account-menu.ts';
import { administrationArea } from '../../i18n/areas/administration.ts';
import { administrationErrorsArea } from '../../i18n/areas/administration-errors.ts';
import { accessArea } from '../../i18n/areas/access.ts';
import { audiencesArea } from '../../i18n/areas/audiences.ts';
import { rulesArea } from '../../i18n/areas/rules.ts';
import { campaignsArea } from '../../i18n/areas/campaigns.ts';
import { flowStartsArea } from '../../i18n/areas/flow-starts.ts';
import { flowsArea } from '../../i18n/areas/flows.ts';
import { channelArea } from '../../i18n/areas/channel.ts';
import { blockedArea } from '../../i18n/areas/blocked.ts';
import { importsArea } from '../../i18n/areas/imports.ts';
import { baseArea } from '../../i18n/areas/base.ts';
import { customerMergeArea } from '../../i18n/areas/customer-merge.ts';
import { customersArea } from '../../i18n/areas/customers.ts';
import { departmentsArea } from '../../i18n/areas/departments.ts';
import { helpArea } from '../../i18n/areas/help.ts';
import { conversationArea } from '../../i18n/areas/conversation.ts';
import { instancesArea } from '../../i18n/areas/instances.ts';
import { maintenanceArea } from '../../i18n/areas/maintenance.ts';
import { protocolArea } from '../../i18n/areas/protocol.ts';
import { reportsArea } from '../../i18n/areas/reports.ts';
import { noticesArea } from '../../i18n/areas/notices.ts';
import { quickRepliesArea } from '../../i18n/areas/quick-replies.ts';
import { rolesArea } from '../../i18n/areas/roles.ts';
import { scheduledArea } from '../../i18n/areas/scheduled.ts';
import { settingsArea } from '../../i18n/areas/settings.ts';
import { shortcutsArea } from '../../i18n/areas/shortcuts.ts';
import { tenantsArea } from '../../i18n/areas/tenants.ts';
import { listArea } from '../../i18n/areas/list.ts';
import { timeMachineArea, timeMachineEventsArea } from '../../i18n/areas/time-machine.ts';
import { termsArea } from '../../i18n/areas/terms.ts';
import { videosArea } from '../../i18n/areas/videos.ts';
import { templatesArea } from '../../i18n/areas/templates.ts';
import { templateEditorArea } from '../../i18n/areas/template-editor.ts';
import { usersArea } from '../../i18n/areas/users.ts';
import { useApp } from '../app/app-context.tsx';
import { matches } from '../app/route-table.ts';
import { part, LoadError } from '../kit/part.tsx';
import { LoadingOverlay } from '../layout/LoadingOverlay.tsx';
import { CompanyClock } from './CompanyClock.tsx';
import { useScrollRestoration } from './scroll-restoration.ts';

const common = [administrationArea, administrationErrorsArea];

/** A screen that shows its loading and its load error where it will be. */
function screen<Props extends object>(load: () => Promise<ComponentType<Props>>, areas: readonly Area[]) {
  return part(load, areas, { fallback: () => <LoadingOverlay isVisible />, isInPlace: true });
}

const UsersScreen = screen(
  async () => (await import('./users/UsersScreen.tsx')).UsersScreen,
  [...common, usersArea, accountMenuArea],
);
const RolesScreen = screen(async () => (await import('./roles/RolesScreen.tsx')).RolesScreen, [...common, rolesArea]);
const RoleEditScreen = screen(
  async () => (await import('./roles/RoleEditScreen.tsx')).RoleEditScreen,
  [...common, rolesArea],
);
const DepartmentsScreen = screen(
  async () => (await import('./departments/DepartmentsScreen.tsx')).DepartmentsScreen,
  [...common, departmentsArea],
);
const QuickRepliesScreen = screen(
  async () => (await import('./quick-replies/QuickRepliesScreen.tsx')).QuickRepliesScreen,
  [...common, quickRepliesArea],
);
// Refusals use texts of the notices and the provider, the choice of time those of the conversation.
const OwnScheduledScreen = screen(
  async () => (await import('../attendance/chat/scheduled/OwnScheduledScreen.tsx')).OwnScheduledScreen,
  [...common, scheduledArea, noticesArea, channelArea, conversationArea],
);
const CustomerFieldsScreen = screen(
  async () => (await import('./customers/CustomerFieldsScreen.tsx')).CustomerFieldsScreen,
  [...common, customersArea],
);
const CustomersScreen = screen(
  async () => (await import('./customers/CustomersScreen.tsx')).CustomersScreen,
  [...common, baseArea, audiencesArea, customersArea],
);
// Campaigns' results and failures use their own texts and the provider's.
const CustomerPage = screen(
  async () => (await import('./customers/CustomerPage.tsx')).CustomerPage,
  [...common, baseArea, customersArea, customerMergeArea, campaignsArea, channelArea],
);
// Failed deliveries use the provider's texts.
const CampaignsScreen = screen(
  async () => (await import('./campaigns/CampaignsScreen.tsx')).CampaignsScreen,
  [...common, campaignsArea, channelArea, templatesArea],
);
const TemplatesScreen = screen(
  async () => (await import('./templates/TemplatesScreen.tsx')).TemplatesScreen,
  [...common, templateEditorArea, channelArea],
);
const AudiencesScreen = screen(
  async () => (await import('./audiences/AudiencesScreen.tsx')).AudiencesScreen,
  [...common, audiencesArea],
);
// Files and templates that steps send use the campaigns' texts and the templates'.
const FlowsScreen = screen(
  async () => (await import('./flows/FlowsScreen.tsx')).FlowsScreen,
  [...common, flowsArea, campaignsArea, templatesArea],
);
const RulesScreen = screen(async () => (await import('./rules/RulesScreen.tsx')).RulesScreen, [...common, rulesArea]);
const ActiveFlowsScreen = screen(
  async () => (await import('./flow-starts/ActiveFlowsScreen.tsx')).ActiveFlowsScreen,
  [...common, flowStartsArea, campaignsArea],
);
// Where a flow answers is edited as in its list.
const BotScreen = screen(
  async () => (await import('./conversation-bot/BotScreen.tsx')).BotScreen,
  [...common, flowStartsArea, flowsArea],
);
const GroupsScreen = screen(
  async () => (await import('./groups/GroupsScreen.tsx')).GroupsScreen,
  [...common, audiencesArea],
);
const ImportsScreen = screen(
  async () => (await import('./imports/ImportsScreen.tsx')).ImportsScreen,
  [...common, importsArea],
);
const BlockedContactsScreen = screen(
  async () => (await import('./customers/BlockedContactsScreen.tsx')).BlockedContactsScreen,
  [...common, blockedArea],
);
// The reasons why a number isn't connected are the provider's.
const InstancesScreen = screen(
  async () => (await import('./instances/InstancesScreen.tsx')).InstancesScreen,
  [...common, instancesArea, channelArea],
);
const ConnectionsScreen = screen(
  async () => (await import('./instances/ConnectionsScreen.tsx')).ConnectionsScreen,
  [...common, instancesArea, channelArea],
);
// The audit names permissions, settings, features and provider reasons; its date range dialog is the reports' one.
const AccessScreen = screen(
  async () => (await import('./access/AccessScreen.tsx')).AccessScreen,
  [...common, accessArea, rolesArea, settingsArea, tenantsArea, departmentsArea, channelArea, reportsArea],
);
const TenantsScreen = screen(
  async () => (await import('./tenants/TenantsScreen.tsx')).TenantsScreen,
  [...common, tenantsArea],
);
const MaintenanceScreen = screen(
  async () => (await import('./maintenance/MaintenanceScreen.tsx')).MaintenanceScreen,
  [...common, maintenanceArea],
);
const TermsScreen = screen(
  async () => (await import('../support/terms/TermsScreen.tsx')).TermsScreen,
  [...common, termsArea],
);
const SettingsScreen = screen(
  async () => (await import('./settings/SettingsScreen.tsx')).SettingsScreen,
  [...common, settingsArea],
);
const VideosScreen = screen(
  async () => (await import('../support/videos/VideosScreen.tsx')).VideosScreen,
  [...common, videosArea],
);
const ManualScreen = screen(
  async () => (await import('../support/manual/ManualScreen.tsx')).ManualScreen,
  [...common, helpArea],
);
const HelpScreen = screen(
  async () => (await import('../support/help/HelpScreen.tsx')).HelpScreen,
  [...common, helpArea, shortcutsArea],
);
const SupportScreen = screen(
  async () => (await import('../support/help/SupportScreen.tsx')).SupportScreen,
  [...common, helpArea, accountArea],
);
// The reasons why a message wasn't delivered are the provider's.
const ProtocolScreen = screen(
  async () => (await import('../support/protocol/ProtocolScreen.tsx')).ProtocolScreen,
  [...common, protocolArea, channelArea],
);

// The views' numbers have the list's names.
const TimeMachineScreen = screen(
  async () => (await import('../time-machine/TimeMachineScreen.tsx')).TimeMachineScreen,
  [...common, timeMachineArea, timeMachineEventsArea, listArea],
);

const ofReports = [...common, reportsArea];

const AnalyticsScreen = screen(async () => (await import('./reports/AnalyticsScreen.tsx')).AnalyticsScreen, ofReports);
const ProductivityScreen = screen(
  async () => (await import('./reports/ProductivityScreen.tsx')).ProductivityScreen,
  ofReports,
);
const ReportScreen = screen(async () => (await import('./reports/ReportScreen.tsx')).ReportScreen, ofReports);

const ofAccount = [...common, accountArea];

// Theme and language have the account menu's names, logins the audit's.
const UserSettingsScreen = screen(
  async () => (await import('./account/UserSettingsScreen.tsx')).UserSettingsScreen,
  [...ofAccount, accountMenuArea, accessArea],
);
const TwoFactorScreen = screen(async () => (await import('./account/TwoFactorScreen.tsx')).TwoFactorScreen, ofAccount);
const ProfileScreen = screen(async () => (await import('./account/ProfileScreen.tsx')).ProfileScreen, ofAccount);
const RegisterScreen = screen(async () => (await import('./account/RegisterScreen.tsx')).RegisterScreen, ofAccount);
const ForgotPasswordScreen = screen(
  async () => (await import('./account/ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
  ofAccount,
);
const ResetPasswordScreen = screen(
  async () => (await import('./account/ResetPasswordScreen.tsx')).ResetPasswordScreen,
  ofAccount,
);
const LockScreen = part(async () => (await import('./account/LockScreen.tsx')).LockScreen, ofAccount, {
  fallback: () => <LoadingOverlay isVisible kind="cover" />,
  isScreen: true,
});

/** /pages/profile; unlike the other pages under /pages, it needs a login. */
export function ProfileRoute() {
  return (
    <Prepared>
      <ProfileScreen />
    </Prepared>
  );
}

/** Covers every screen while it is locked. */
export function LockRoute() {
  return (
    <Prepared>
      <LockScreen />
    </Prepared>
  );
}

/** /pages/register */
export function RegisterRoute() {
  return (
    <Prepared>
      <RegisterScreen />
    </Prepared>
  );
}

/** /pages/forgot-password */
export function ForgotPasswordRoute() {
  return (
    <Prepared>
      <ForgotPasswordScreen />
    </Prepared>
  );
}

/** /pages/reset-password */
export function ResetPasswordRoute() {
  return (
    <Prepared>
      <ResetPasswordScreen />
    </Prepared>
  );
}

/** By their path. Access rules are in `administration-routes.tsx`. */
const screens: Readonly<Record<string, ReactNode>> = {
  '/dashboard/control-panel': <AnalyticsScreen key="panel" of="controlPanel" />,
  '/dashboard/analytics': <AnalyticsScreen key="analytics" of="analytics" />,
  '/dashboard/produtivity-report': <ProductivityScreen />,
  '/dashboard/report': <ReportScreen />,
  '/users': <UsersScreen />,
  '/roles/list': <RolesScreen />,
  '/roles/edit/:id': <RoleEditScreen />,
  '/departments': <DepartmentsScreen />,
  '/quick-replies': <QuickRepliesScreen key="own" of="own" />,
  '/quick-replies/company': <QuickRepliesScreen key="company" of="company" />,
  '/scheduled-messages': <OwnScheduledScreen />,
  '/campaigns': <CampaignsScreen />,
  '/customers': <CustomersScreen />,
  '/customers/:id': <CustomerPage />,
  '/message-templates': <TemplatesScreen />,
  '/target-audience': <AudiencesScreen />,
  '/conversation-bot': <BotScreen />,
  '/passive-chat-flow': <FlowsScreen />,
  '/rules': <RulesScreen />,
  '/active-chat-flow': <ActiveFlowsScreen />,
  '/customer-groups': <GroupsScreen />,
  '/customers-base': <ImportsScreen />,
  '/blocked-contacts': <BlockedContactsScreen />,
  '/customer-fields': <CustomerFieldsScreen />,
  '/instances': <InstancesScreen />,
  '/access': <AccessScreen />,
  '/user-settings': <UserSettingsScreen />,
  '/two-factor': <TwoFactorScreen />,
  '/tenants': <TenantsScreen />,
  '/wabox-connections': <ConnectionsScreen />,
  '/maintenance-mode': <MaintenanceScreen />,
  '/terms-of-use': <TermsScreen />,
  '/dynamic-settings': <SettingsScreen />,
  '/training-videos': <VideosScreen />,
  '/user-manual': <ManualScreen />,
  '/support': <SupportScreen />,
  '/help': <HelpScreen />,
  '/whatsapp-protocol': <ProtocolScreen />,
  '/time-machine': <TimeMachineScreen />,
};

/** The screens of the administration, each a chunk with its own texts. */
export function AdministrationScreens() {
  const { pathname } = useLocation();
  useScrollRestoration();
  return (
    <Prepared>
      <CompanyClock>{Object.entries(screens).find(([path]) => matches(path, pathname))?.[1]}</CompanyClock>
    </Prepared>
  );
}

/** Waits until the administration's machines are loaded. */
function Prepared({ children }: { readonly children: ReactNode }) {
  const { prepareAdministration } = useApp();
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    prepareAdministration().then(
      () => isCurrent && setState('ready'),
      (error: unknown) => {
        console.error(error);
        if (isCurrent) setState('failed');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [prepareAdministration, attempt]);
  if (state === 'waiting') return <LoadingOverlay isVisible />;
  if (state === 'ready') return children;
  return (
    <LoadError
      onRetry={() => {
        setState('waiting');
        setAttempt(attempt + 1);
      }}
    />
  );
}
