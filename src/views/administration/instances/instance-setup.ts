import { useSelector } from '@xstate/react';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { Provider } from '../../../../contract/facts/providers.ts';
import type { ManagedInstance } from '../../../machines/entities/administration.ts';
import { useApp } from '../../app/app-context.tsx';

/** The steps of the setup, in order. */
const steps = ['about', 'credentials', 'test', 'pair', 'people', 'sync', 'activate'] as const;
export type SetupStep = (typeof steps)[number];

/** An instance's required settings. */
type Missing = Extract<SetupStep, 'credentials' | 'test' | 'pair' | 'people'>;

export interface Setup {
  readonly stepsOf: (instance: ManagedInstance | undefined, provider: Provider) => readonly SetupStep[];
  /** What is missing for the instance to be used, in the order of the steps. */
  readonly missingOf: (instance: ManagedInstance) => readonly Missing[];
}

/** The setup as this user can do it: who answers is chosen by those who manage users. */
export function useSetup(): Setup {
  const { directory } = useApp();
  const hasPeople = useSelector(directory.auth, selectRoutes).includes('users');
  return {
    stepsOf: (instance, provider) =>
      steps.filter((step) => {
        // SMS providers send no webhooks before they are subscribed to.
        if (step === 'sync') return provider === 'meta';
        // A gateway is asked as the phone is paired.
        if (step === 'test' || step === 'pair') return (step === 'pair') === (provider === 'evolution');
        if (step === 'people') return hasPeople;
        // A new one is active.
        return step !== 'activate' || instance?.active === false;
      }),
    missingOf: ({ official, provider, providerNumber, gatewayUrl, tokenEnd, state, people }) => {
      const isGateway = provider === 'evolution';
      // It left Meta's API for nothing that can be set up.
      if (!official && !isGateway) return [];
      const isConnected = state === 'connected';
      const hasPlace = isGateway ? gatewayUrl !== undefined : providerNumber !== null;
      return [
        ...(!hasPlace || (tokenEnd === null && !isConnected) ? (['credentials'] as const) : []),
        ...(isConnected ? [] : [isGateway ? ('pair' as const) : ('test' as const)]),
        ...(hasPeople && people?.length === 0 ? (['people'] as const) : []),
      ];
    },
  };
}

/** The description of a connection test. */
export function testTextOf(provider: Provider) {
  if (provider === 'meta') return 'instances.test.text' as const;
  return provider === 'evolution' ? ('instances.evolution.test.text' as const) : ('instances.sms.test.text' as const);
}
