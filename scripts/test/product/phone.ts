import { expect } from 'vitest';
import type { Person } from '@balcao/testing';

export interface ShownMessage {
  id: string;
  body: string;
  fromPhone: boolean;
  ack: number;
  media: { name: string } | null;
}

/** A customer's telephone on the simulated network. */
export interface Phone {
  name: string;
  write(body: string): Promise<void>;
  sendFile(file: File): Promise<void>;
  shows(): Promise<ShownMessage[]>;
  /** Sets whether the number exists; while it does not, nothing reaches it. */
  exists(valid: boolean): Promise<void>;
  /** Cuts or restores the link between the company's connection and the network. */
  link(state: 'cut' | 'mended'): Promise<void>;
}

/** Opens a telephone. `owner` uses the simulated network: another account than the window's. */
export const openPhone = async (owner: Person, name: string, number: string): Promise<Phone> => {
  const { body: lines } = await owner.get<{ id: number; paired: boolean }[]>('/sandbox');
  const line = lines.find(({ paired }) => paired);
  if (!line) throw new Error('the demo company has no paired line');
  const base = `/sandbox/${line.id}`;
  const done = async (answer: Promise<{ status: number }>): Promise<void> => {
    expect((await answer).status).toBeLessThan(300);
  };
  return {
    name,
    write: (body) => done(owner.post(`${base}/messages`, { from: number, name, body })),
    sendFile: (file) => {
      const form = new FormData();
      form.set('from', number);
      form.set('name', name);
      form.set('file', file);
      return done(owner.post(`${base}/messages`, form));
    },
    shows: async () => (await owner.get<ShownMessage[]>(`${base}/messages?with=${number}`)).body,
    exists: (valid) => done(owner.put(`${base}/numbers/${number}`, { invalid: !valid, name })),
    link: (state) => done(owner.put(`${base}/link`, { cut: state === 'cut' })),
  };
};
