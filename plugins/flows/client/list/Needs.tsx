/** Fields that say which things of this company take the place of those in a file or a ready flow. */
import { FormRow } from '@balcao/sdk/ui';
import { useT } from '@balcao/sdk/client';
import type { FlowMap, FlowNeed } from '../../graph/wire.ts';
import {
  useBoard,
  useFlowItems,
  usePeopleItems,
  useQueueItems,
  useTagItems,
  type NamedItem,
} from '../data/useNamed.ts';
import { Choice } from '../forms/parts.tsx';

export const suggestedMap = (needs: readonly FlowNeed[]): FlowMap =>
  Object.fromEntries(
    needs.flatMap(({ kind, id, suggestion }) => (suggestion === null ? [] : [[`${kind}:${id}`, suggestion]])),
  );

export function Needs({
  needs,
  map,
  onChange,
}: {
  needs: readonly FlowNeed[];
  map: FlowMap;
  onChange(map: FlowMap): void;
}) {
  const t = useT();
  const queues = useQueueItems();
  const tags = useTagItems();
  const people = usePeopleItems();
  const flows = useFlowItems();
  const lanes = useBoard()?.lanes.map(({ id, title }) => ({ id, name: title })) ?? [];
  const items: Readonly<Record<string, readonly NamedItem[]>> = {
    queue: queues,
    tag: tags,
    user: people,
    flow: flows,
    lane: lanes,
  };
  return needs.map(({ kind, id, name, nodes }) => {
    const key = `${kind}:${id}`;
    return (
      <FormRow key={key} label={t(`need.${kind}`, { name })} help={t('need.nodes', { count: nodes })}>
        <Choice
          value={map[key] ?? ''}
          options={items[kind] ?? []}
          placeholder={t('need.later')}
          isClearable
          onChange={(value) => {
            const { [key]: _former, ...rest } = map;
            onChange(value === '' ? rest : { ...rest, [key]: value });
          }}
        />
      </FormRow>
    );
  });
}
