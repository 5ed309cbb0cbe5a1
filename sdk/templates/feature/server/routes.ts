import { z, type Host } from '@balcao/sdk/server';
import { tickets } from '@balcao/tickets/contract';
import type manifest from '../manifest.ts';
import { addNote, newestNotes, noteById, notesOf, setDone } from './notes.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const note = z.object({
  id: z.number(),
  ticketId: z.number(),
  body: z.string(),
  author: z.string().nullable(),
  createdAt: z.date(),
  done: z.boolean(),
});
// PostgreSQL cannot store NUL in a text.
const body = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(1000, 'Too Long!')
  .refine((text) => !text.includes('\0'), 'Too Short!');

export const routes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/example-notes', {
    access: 'example-notes:view',
    summary: 'The newest notes of the company',
    output: z.array(note),
    handle: (_request, scope) => newestNotes(scope),
  });
  host.route('GET', '/example-notes/tickets/:ticketId', {
    access: 'signed-in',
    summary: 'Notes of one conversation',
    input: { params: z.object({ ticketId: id }) },
    output: z.array(note),
    handle: async ({ params: { ticketId } }, scope) => {
      await scope.use(tickets).assertReadable(ticketId);
      return notesOf(scope, ticketId);
    },
  });
  host.route('POST', '/example-notes/tickets/:ticketId', {
    access: 'signed-in',
    summary: 'Writes a note to a conversation',
    input: { params: z.object({ ticketId: id }), body: z.object({ body }) },
    output: note,
    handle: async ({ params: { ticketId }, body: written }, scope) => {
      await scope.use(tickets).assertReadable(ticketId);
      return addNote(scope, ticketId, written.body);
    },
  });
  host.route('PUT', '/example-notes/:id', {
    access: 'signed-in',
    summary: 'Marks a note as done, or as open again',
    input: { params: z.object({ id }), body: z.object({ done: z.boolean() }) },
    output: note,
    handle: async ({ params, body: { done } }, scope) => {
      const found = await noteById(scope, params.id);
      await scope.use(tickets).assertReadable(found.ticketId);
      return setDone(scope, found.id, done);
    },
  });
};
