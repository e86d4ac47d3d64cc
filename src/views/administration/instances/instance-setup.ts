import { useSelector } from '@xstate/react';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import type { Provider } from '../../../../contract/facts/channels.ts';
import type { ManagedInstance } from '../../../machines/entities/administration.ts';
import { useApp } from '../../app/app-context.tsx';

/** The steps of the setup, in order. */
const steps = ['about', 'credentials', 'test', 'people', 'sync', 'activate'] as const;
export type SetupStep = (typeof steps)[number];

/** What an instance can't do without. */
export type Missing = Extract<SetupStep, 'credentials' | 'test' | 'people'>;

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
        // SMS providers report nothing before they are asked to.
        if (step === 'sync') return provider === 'meta';
        if (step === 'people') return hasPeople;
        // A new one is active.
        return step !== 'activate' || instance?.active === false;
      }),
    missingOf: ({ official, providerNumber, tokenEnd, state, people }) => {
      // Nothing of a gateway can be set up here.
      if (!official) return [];
      const isConnected = state === 'connected';
      return [
        ...(providerNumber === null || (tokenEnd === null && !isConnected) ? (['credentials'] as const) : []),
        ...(isConnected ? [] : (['test'] as const)),
        ...(hasPeople && people?.length === 0 ? (['people'] as const) : []),
      ];
    },
  };
}
