import { expect, test } from 'vitest';
import type { PanelPerson } from '../../panel.ts';
import type { Counts } from './board.ts';
import { orderedPeople, steadyOrder, type CardOrder } from './card-order.ts';

const person = (id: number, name: string, online: boolean): PanelPerson => ({
  id,
  name,
  profile: 'user',
  super: false,
  companyId: 1,
  profilePicUrl: null,
  isVirtual: false,
  queueIds: [],
  online,
  firstOnline: null,
  lastOnline: null,
});
const counts = (total: number, waiting = 0, oldestWaitAt = 0): Counts => ({ total, waiting, unread: 0, oldestWaitAt });
const load: Record<number, Counts> = { 1: counts(3), 2: counts(9, 2, 50), 3: counts(1, 2, 20), 4: counts(0) };
const people = [person(1, 'Ana', true), person(2, 'Beto', false), person(3, 'Caio', true), person(4, 'Davi', true)];
const order = (by: CardOrder) => orderedPeople(people, by, (id) => load[id] ?? counts(0)).map(({ name }) => name);

test('people with the most waiting customers are first, then the longest wait, then the load', () => {
  expect(order('waiting')).toEqual(['Caio', 'Beto', 'Ana', 'Davi']);
});

test('people can be ordered by load, by who is free, and by name', () => {
  expect(order('load')).toEqual(['Beto', 'Ana', 'Caio', 'Davi']);
  expect(order('free')).toEqual(['Davi', 'Caio', 'Ana', 'Beto']);
  expect(order('name')).toEqual(['Ana', 'Beto', 'Caio', 'Davi']);
});

test('under the pointer no card moves: new ones are last, and only those that are gone leave', () => {
  expect(steadyOrder([0, 3, 2, 1], [0, 1, 4, 3])).toEqual([0, 3, 1, 4]);
});
