import { describe, expect, it } from 'vitest';
import {
  countFilters,
  fits,
  listParameters,
  orderFor,
  readFilters,
  withoutFilters,
  writeFilters,
} from './list-filters.ts';
import { chosenOrders } from './chosen-orders.ts';
import { aTicket } from './examples.ts';

const read = (address: string) => readFilters(new URLSearchParams(address), ['tags']);

describe('Filters of the ticket list', () => {
  it('Filters are read from the address as they were chosen', () => {
    const chosen = {
      status: 'pending',
      search: 'maria',
      order: 'waiting',
      read: 'unread',
      unsent: true,
      snoozed: true,
      whatsappId: 3,
      queueIds: [2, 5],
      userIds: [9],
      showAll: true,
      contributed: { tags: '[4]' },
    } as const;
    const address = writeFilters(new URLSearchParams(), { ...chosen, queueIds: [2, 5], userIds: [9] });
    expect(readFilters(address, ['tags'])).toEqual(chosen);
  });

  it('Filters leave other parts of the address alone, and nothing behind when cleared', () => {
    const address = writeFilters(new URLSearchParams('new=1'), { read: 'unread', contributed: { tags: '[1]' } });
    const cleared = writeFilters(address, withoutFilters(readFilters(address, ['tags'])));
    expect(cleared.toString()).toBe('new=1');
  });

  it('Invalid values in the address are no filter', () => {
    expect(read('status=open%27&queues=a,-1,2,2&connection=x&read=maybe&all=yes')).toEqual({
      status: 'open',
      search: '',
      order: 'newest',
      read: 'all',
      unsent: false,
      snoozed: false,
      whatsappId: null,
      queueIds: [2],
      userIds: [],
      showAll: false,
      contributed: {},
    });
  });

  it('Active filters are counted without tab and search', () => {
    expect(countFilters(read('status=closed&q=ana'))).toBe(0);
    expect(countFilters(read('queues=1,2&read=read&tags=[1]&all=1'))).toBe(4);
  });

  it('The search starts at two characters', () => {
    expect(listParameters(read('q=%20a%20'))).toEqual({});
    expect(listParameters(read('q=%20jo%20&queues=1'))).toEqual({ searchParam: 'jo', queueIds: '[1]' });
  });
});

describe('Membership of a ticket in a list', () => {
  const me = { id: 7 };

  it('An open ticket belongs in the list when it is mine, or when all are shown', () => {
    expect(fits(aTicket({ userId: 7 }), read(''), me)).toBe(true);
    expect(fits(aTicket({ userId: 8 }), read(''), me)).toBe(false);
    expect(fits(aTicket({ userId: 8 }), read('all=1'), me)).toBe(true);
    expect(fits(aTicket({ userId: 8 }), read('users=8'), me)).toBe(true);
  });

  it('A waiting ticket belongs in the list, whoever wrote', () => {
    expect(fits(aTicket({ status: 'pending', userId: null }), read('status=pending'), me)).toBe(true);
    expect(fits(aTicket({ status: 'open', userId: 7 }), read('status=pending'), me)).toBe(false);
  });

  it('A ticket belongs in a list filtered by queue, connection or unread only when it matches', () => {
    const ticket = aTicket({ userId: 7, queueId: 2, whatsappId: 3, unreadMessages: 1 });
    expect(fits(ticket, read('queues=2&connection=3&read=unread'), me)).toBe(true);
    expect(fits(ticket, read('queues=1'), me)).toBe(false);
    expect(fits(ticket, read('connection=4'), me)).toBe(false);
    expect(fits(ticket, read('read=read'), me)).toBe(false);
    expect(fits(aTicket({ userId: 7, queueId: null }), read('queues=2'), me)).toBe(false);
  });

  it('The order of a tab is the one chosen, by default the longest wait first for waiting tickets', () => {
    expect(orderFor('pending', {})).toBe('waiting');
    expect(orderFor('open', {})).toBe('newest');
    expect(orderFor('pending', chosenOrders({ pending: 'newest', open: 'waiting' }))).toBe('newest');
    expect(orderFor('open', chosenOrders({ pending: 'newest', open: 'waiting' }))).toBe('waiting');
    const grade = { id: 'grades.grade', plugin: 'grades', label: 'order.grade', sortValue: () => null };
    const chosen = chosenOrders({ open: 'grades.grade' });
    expect(orderFor('open', chosen, [grade])).toBe(grade);
    // Its plugin is off: the choice is kept until it is back.
    expect(orderFor('open', chosen)).toBe('newest');
    expect(orderFor('closed', chosenOrders({ closed: 'waiting' }))).toBe('newest');
    expect(chosenOrders({ pending: 'random', other: 'newest' })).toEqual({});
    expect(chosenOrders('newest')).toEqual({});
  });
});
