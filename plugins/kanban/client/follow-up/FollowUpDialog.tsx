import { Checkbox, Dropdown, Option, Switch, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow, NumberField } from '@balcao/sdk/ui';
import type { BoardState, LaneState } from '../board/board-data.ts';

const maxHours = 8_760;

interface FlowChoice {
  id: number;
  title: string;
}
/** The company's flows, for people who choose one without the permission to edit them. */
const useFlows = (enabled: boolean): FlowChoice[] | undefined =>
  useQuery({
    queryKey: ['kanban', 'flows'],
    queryFn: async ({ signal }) => (await api.get<{ flows: FlowChoice[] }>('/kanban-flows', {}, { signal })).flows,
    staleTime: 60_000,
    enabled,
  }).data;

interface FollowUpDialogProps {
  board: BoardState;
  lane: LaneState;
  onSaved(): void;
  onClose(): void;
}

/** Configures the follow-up of a lane: the message, the two delays, and what happens without an answer. */
export function FollowUpDialog({ board, lane, onSaved, onClose }: FollowUpDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const { isOn: isOnForCompany } = useSession();
  const config = lane.followUpConfig;
  const [isOn, setOn] = useState(config !== null && board.followUp);
  const [message, setMessage] = useState(config?.message ?? '');
  const [initial, setInitial] = useState(String(config?.initialDelay ?? 24));
  const [interval, setInterval] = useState(String(config?.intervalDelay ?? 24));
  const [action, setAction] = useState<string>(config?.action ?? 'close');
  const [target, setTarget] = useState(config?.targetLane ?? '');
  const [includesPresent, setIncludes] = useState(false);
  const hasFlows = isOnForCompany('flows');
  const [flowId, setFlow] = useState(config?.flowId ?? undefined);
  const flows = useFlows(hasFlows);
  const actions = hasFlows || action === 'flow' ? (['close', 'move', 'flow'] as const) : (['close', 'move'] as const);
  const targets = board.lanes.filter(({ id }) => id !== lane.id);
  const submit = async (): Promise<void> => {
    const followUpConfig = isOn
      ? {
          message,
          initialDelay: Number(initial) || 0,
          intervalDelay: Number(interval) || 0,
          action,
          targetLane: action === 'move' ? target : null,
          flowId: action === 'flow' ? (flowId ?? null) : null,
        }
      : null;
    // The board's switch goes on with its first lane.
    if (isOn && !board.followUp) await api.put(`/kanban-boards/${board.id}`, { followUp: true });
    const path = `/kanban-boards/${board.id}/lanes/${encodeURIComponent(lane.id)}`;
    await api.put(path, { followUpConfig, ...(isOn && { includesPresent }) });
    toasts.success(t('followUp.saved'));
    onSaved();
    onClose();
  };
  const isIncomplete = (action === 'move' && target === '') || (action === 'flow' && flowId === undefined);
  const isMissing = isOn && (isIncomplete || (Number(initial) > 0 && message.trim() === ''));
  return (
    <FormDialog
      open
      width={600}
      title={t('followUp.title', { lane: lane.title })}
      subtitle={t('followUp.subtitle')}
      submitLabel={t('settings.save')}
      onSubmit={submit}
      onClose={onClose}
      disabled={isMissing}
    >
      <FormRow label={t('followUp.on')} name="followUp">
        <Switch checked={isOn} onChange={(_, { checked }) => setOn(checked)} />
      </FormRow>
      {isOn && (
        <>
          <FormRow label={t('followUp.text')} help={t('followUp.textHelp')} name="message">
            <Textarea rows={4} maxLength={4096} value={message} onChange={(_, { value }) => setMessage(value)} />
          </FormRow>
          <FormRow label={t('followUp.initial')} help={t('followUp.initialHelp')} name="initialDelay">
            <NumberField min={0} max={maxHours} value={initial} onChange={setInitial} />
          </FormRow>
          <FormRow label={t('followUp.interval')} help={t('followUp.intervalHelp')} name="intervalDelay">
            <NumberField min={0} max={maxHours} value={interval} onChange={setInterval} />
          </FormRow>
          <FormRow label={t('followUp.then')} name="action">
            <Dropdown
              value={t(`followUp.actions.${action}`)}
              selectedOptions={[action]}
              onOptionSelect={(_, { optionValue }) => setAction(optionValue ?? 'close')}
            >
              {actions.map((one) => (
                <Option key={one} value={one}>
                  {t(`followUp.actions.${one}`)}
                </Option>
              ))}
            </Dropdown>
          </FormRow>
          {action === 'move' && (
            <FormRow label={t('followUp.target')} name="targetLane" required>
              <Dropdown
                value={targets.find(({ id }) => id === target)?.title ?? ''}
                selectedOptions={[target]}
                onOptionSelect={(_, { optionValue }) => setTarget(optionValue ?? '')}
              >
                {targets.map(({ id, title }) => (
                  <Option key={id} value={id}>
                    {title}
                  </Option>
                ))}
              </Dropdown>
            </FormRow>
          )}
          {action === 'flow' && (
            <FormRow
              label={t('followUp.flow')}
              help={t(flows?.length === 0 ? 'followUp.noFlows' : 'followUp.flowHelp')}
              name="flowId"
              required
            >
              <Dropdown
                value={flows?.find(({ id }) => id === flowId)?.title ?? ''}
                selectedOptions={flowId === undefined ? [] : [String(flowId)]}
                onOptionSelect={(_, { optionValue }) => setFlow(Number(optionValue))}
              >
                {flows?.map(({ id, title }) => (
                  <Option key={id} value={String(id)}>
                    {title}
                  </Option>
                ))}
              </Dropdown>
            </FormRow>
          )}
          <FormRow label={t('followUp.present')} name="includesPresent">
            <Checkbox
              label={t('followUp.presentLabel', { count: lane.total })}
              checked={includesPresent}
              onChange={(_, { checked }) => setIncludes(checked === true)}
            />
          </FormRow>
        </>
      )}
    </FormDialog>
  );
}
