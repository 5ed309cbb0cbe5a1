// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Session } from '@balcao/sdk/client';
import { firstQueries } from './first-queries.ts';

const permissions = new Set<string>();
const session = (orders?: object): Session => ({
  user: {
    id: 7,
    name: 'Ana',
    email: 'ana@balcao.local',
    profile: 'user',
    super: false,
    companyId: 1,
    preferences: { 'tickets.order': orders },
  },
  company: { id: 1, name: 'Balcão', language: 'pt', timeZone: 'America/Sao_Paulo' },
  can: (permission) => permissions.has(permission),
  isOn: () => true,
  setting: () => undefined,
});
const asked = (address: string, orders?: object, ticketUuid?: string) =>
  firstQueries({ params: { ticketUuid }, search: new URLSearchParams(address), session: session(orders) }).map(
    ({ queryKey: [, kind, more] }) => [kind, more] as const,
  );
const listOf = (address: string, orders?: object) =>
  asked(address, orders).find(([kind]) => kind === 'list')?.[1] as Record<string, unknown> | undefined;

test('the list is asked for as the address and the person want it', () => {
  expect(listOf('')).toMatchObject({ status: 'open', order: 'newest', showAll: false, userIds: [], contributed: {} });
  expect(listOf('status=pending&read=unread&queues=3')).toMatchObject({
    status: 'pending',
    order: 'waiting',
    read: 'unread',
    queueIds: [3],
  });
  expect(listOf('', { open: 'oldest' })).toMatchObject({ order: 'oldest' });
  expect(listOf('new=1&contact=4')).toEqual(listOf(''));
});

test('what somebody may not see is not asked for, though the address says so', () => {
  expect(listOf('all=1&users=9')).toMatchObject({ showAll: false, userIds: [] });
  permissions.add('tickets-manager:showall');
  expect(listOf('all=1&users=9')).toMatchObject({ showAll: true, userIds: [] });
  permissions.clear();
});

test('where a plugin’s filter or order narrows the list, the page asks for it by itself', () => {
  expect(listOf('tags=4')).toBeUndefined();
  expect(listOf('', { open: 'grades.grade' })).toBeUndefined();
  // One chosen for another tab changes nothing here.
  expect(listOf('', { pending: 'grades.grade' })).toBeDefined();
});

test('a conversation in the address is asked for beside the list', () => {
  expect(asked('', undefined, 'abc')).toContainEqual(['detail', 'abc']);
  expect(asked('').map(([kind]) => kind)).not.toContain('detail');
});
