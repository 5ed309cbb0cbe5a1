import { resource, sql, type Host } from '@balcao/sdk/server';
import type manifest from '../manifest.ts';
import { byTitle, changedHelp, helpOutput, HelpRow, newHelp } from './help.ts';

export const helpRoutes = (host: Host<typeof manifest>): void => {
  resource(host, HelpRow, {
    path: '/helps',
    form: newHelp,
    edit: changedHelp,
    output: helpOutput,
    search: byTitle,
    missing: 'ERR_NO_HELP_FOUND',
    taken: 'ERR_HELP_TITLE_IN_USE',
    actions: {
      list: { access: 'signed-in', summary: 'Help videos, 20 a page; `searchParam` filters by title.' },
      all: { access: 'signed-in', summary: 'All help videos, oldest first.' },
      create: { access: 'super', summary: 'Adds a help video; `video` is its id or address on YouTube.' },
      update: { access: 'super', summary: 'Changes a help video.' },
      remove: { access: 'super', summary: 'Deletes a help video.' },
    },
    platform: {
      save: (id, { title, description, video }) =>
        sql`select id from helps.save(${id}::int, ${title}, ${description}, ${video})`,
      remove: (id) => sql`select id from helps.remove(${id}::int)`,
    },
  });
};
