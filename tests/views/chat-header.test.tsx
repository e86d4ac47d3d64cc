import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BRUNO } from '../support/builders.ts';
import { NOW, openChat, ownTicket } from './chat-support.tsx';

it('the viewer’s own -> since they took it, not since the customer wrote', async () => {
  openChat({ ...ownTicket, ownedSince: NOW - 720_000 });
  expect(await screen.findByText('com você há 12 min')).toBeTruthy();
});

it('a colleague’s -> with them, by name', async () => {
  openChat({ ...ownTicket, owner: { ...BRUNO, image: null } });
  expect(await screen.findByText(`com ${BRUNO.name}`)).toBeTruthy();
  expect(screen.queryByText(/com você/u)).toBeNull();
});

it('in the queue -> since when the customer waits; without a wait nothing is said of one', async () => {
  openChat({ ...ownTicket, owner: null, waitingSince: NOW - 300_000 });
  expect(await screen.findByText('esperando há 5 min')).toBeTruthy();
});

it('put back into the queue after an answer -> nobody’s, and nobody waits', async () => {
  openChat({ ...ownTicket, owner: null, waitingSince: null });
  expect(await screen.findByText('Sem atendente', { selector: 'header *' })).toBeTruthy();
  expect(screen.queryByText(/esperando há/u)).toBeNull();
});

it('a flow answers -> with the bot, not without an attendant', async () => {
  openChat({ ...ownTicket, owner: null, inFlow: true, waitingSince: null });
  expect(await screen.findByText('Com o robô', { selector: 'header *' })).toBeTruthy();
  expect(screen.queryByText('Sem atendente', { selector: 'header *' })).toBeNull();
});
