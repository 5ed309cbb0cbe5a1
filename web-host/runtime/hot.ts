/** In development, a plugin's entry reports here that it was saved; its contributions are replaced in place. */
import { hostSide, type ClientPlugin, type Item, type LazyPart } from '@balcao/sdk/client';

/** React's fast refresh, exposed to the page by the development server. */
interface Refresh {
  /** Registers a component by name; a component of the same name is its former version. */
  register(component: object, name: string): void;
  /** Renders the newest version of each component. */
  performReactRefresh(): void;
}

declare global {
  var balcaoSwap: ((client: ClientPlugin) => void) | undefined;
  var balcaoRefresh: Refresh | undefined;
}

type Items = readonly { readonly point: string; readonly item: Item<object> }[];

const isLazyPart = (value: unknown): value is LazyPart<object> =>
  typeof value === 'function' && 'preload' in value && 'arrived' in value;

/** The lazy parts of items, by the place where they stand. */
const partsByPlace = (items: Items): Map<string, LazyPart<object>> =>
  new Map(
    items.flatMap(({ point, item }) =>
      Object.entries(item)
        .filter((field): field is [string, LazyPart<object>] => isLazyPart(field[1]))
        .map(([field, part]) => [`${item.plugin} ${point}/${item.id} ${field}`, part]),
    ),
  );

/**
 * Running the entry anew makes each of its lazy parts anew, and React would mount another component from scratch. As
 * versions of one component they take over what the former holds: what was typed, and the focus.
 */
async function takeOver(before: Items, after: Items): Promise<void> {
  const successors = partsByPlace(after);
  const arriving: Promise<boolean>[] = [];
  for (const [place, part] of partsByPlace(before)) {
    const successor = successors.get(place);
    if (!successor) continue;
    globalThis.balcaoRefresh?.register(part, place);
    globalThis.balcaoRefresh?.register(successor, place);
    // Without its code it would put a fallback in the place of what shows.
    if (part.arrived()) arriving.push(successor.preload());
  }
  await Promise.all(arriving);
  globalThis.balcaoRefresh?.performReactRefresh();
}

globalThis.balcaoSwap = (client) => {
  const { id } = client.manifest;
  const before = hostSide.store.get(hostSide.registeredAtom).get(id)?.items ?? [];
  void hostSide.register(id, client, undefined, (after) => takeOver(before, after));
};
