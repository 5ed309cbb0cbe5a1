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
      list: { access: 'signed-in', summary: 'Help films, 20 a page; `searchParam` looks in the title.' },
      all: { access: 'signed-in', summary: 'All help films, the oldest first.' },
      create: { access: 'super', summary: 'Adds a help film; `video` is its code or address on YouTube.' },
      update: { access: 'super', summary: 'Changes a help film.' },
      remove: { access: 'super', summary: 'Removes a help film.' },
    },
    platform: {
      save: (id, { title, description, video }) =>
        sql`select id from helps.save(${id}::int, ${title}, ${description}, ${video})`,
      remove: (id) => sql`select id from helps.remove(${id}::int)`,
    },
  });
};
