import { z, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { newNote, noteOutput, noteParams, noteQuery } from './note-form.ts';
import { addNote, deleteNote, notesOf } from './notes.ts';

export const noteRoutes = (host: Host<typeof manifest>): void => {
  host.route('GET', '/ticket-notes/list', {
    access: 'signed-in',
    summary: 'The notes of a conversation, newest first. `processValue` is in reais.',
    input: { query: noteQuery },
    output: z.array(noteOutput),
    handle: ({ query }, scope) => notesOf(scope, query.ticketId, query.contactId),
  });

  host.route('POST', '/ticket-notes', {
    access: 'signed-in',
    summary: 'Adds a note with its value in reais, at most two decimals.',
    input: { body: newNote },
    output: noteOutput,
    handle: ({ body }, scope) => addNote(scope, body),
  });

  host.route('DELETE', '/ticket-notes/:id', {
    access: 'signed-in',
    summary: 'Removes a note: one’s own, or any for admin and gestor.',
    input: { params: noteParams },
    handle: ({ params }, scope) => deleteNote(scope, params.id),
  });
};
