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

test('The list is requested with the filters of the address and the order of the person', () => {
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

test('Filters that a person has no permission for are left out of the first request', () => {
  expect(listOf('all=1&users=9')).toMatchObject({ showAll: false, userIds: [] });
  permissions.add('tickets-manager:showall');
  expect(listOf('all=1&users=9')).toMatchObject({ showAll: true, userIds: [] });
  permissions.clear();
});

test('With a filter or an order of a plugin the first request is left to the page', () => {
  expect(listOf('tags=4')).toBeUndefined();
  expect(listOf('', { open: 'grades.grade' })).toBeUndefined();
  // An order of another tab has no effect here.
  expect(listOf('', { pending: 'grades.grade' })).toBeDefined();
});

test('The conversation in the address is requested beside the list', () => {
  expect(asked('', undefined, 'abc')).toContainEqual(['detail', 'abc']);
  expect(asked('').map(([kind]) => kind)).not.toContain('detail');
});
