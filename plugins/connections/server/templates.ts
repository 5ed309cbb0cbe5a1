import { notFound, type Scope } from '@balcao/sdk/server';
import { channelTemplate, type ChannelTemplates, type Connection, type Connections } from '../contract.ts';

/** Refuses templates that nobody could ask for. */
export const checkTemplates = (templates: ChannelTemplates): void => {
  if (!templates.id) throw new Error('templates need the id of their channel');
  for (const name of ['list', 'preview', 'prepare'] as const) {
    if (typeof templates[name] !== 'function') throw new Error(`templates of ${templates.id} have no ${name}()`);
  }
};

interface Found {
  templates: ChannelTemplates;
  connection: Connection;
  /** The channel's plugin's own. */
  own: Scope;
}

/** What the channel of a connection offers; undefined: no templates, or it is off. */
const find = async (scope: Scope, service: Pick<Connections, 'find'>, id: number): Promise<Found | undefined> => {
  const connection = await service.find(id);
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND');
  const found = scope.contributions(channelTemplate).find(({ item }) => item.id === connection.channel);
  return found && { templates: found.item, connection, own: found.scope };
};

/** Templates of channels, for whoever sends them. */
export const templatesOf = (
  scope: Scope,
  service: Pick<Connections, 'find'>,
): Pick<Connections, 'templates' | 'previewTemplate' | 'prepareTemplate'> => {
  const offered = async (id: number): Promise<Found> => {
    const found = await find(scope, service, id);
    if (!found) throw notFound('ERR_NO_TEMPLATE_FOUND');
    return found;
  };
  return {
    async templates(id) {
      const found = await find(scope, service, id);
      return found ? found.templates.list(found.connection, found.own) : [];
    },
    async previewTemplate(id, template) {
      const { templates, connection, own } = await offered(id);
      return templates.preview(template, connection, own);
    },
    async prepareTemplate(id, template, file) {
      const { templates, connection, own } = await offered(id);
      return templates.prepare(template, file, connection, own);
    },
  };
};
