import { Dropdown, Input, Option } from '@fluentui/react-components';
import { useState } from 'react';
import { api, useT } from '@balcao/sdk/client';
import { ColorPalette, FormDialog, FormRow, NumberField } from '@balcao/sdk/ui';
import type { LaneSettings } from '../board/board-data.ts';

const colors = ['#3b82c4', '#17733b', '#c27c1a', '#b3261e', '#7a5cc2', '#0b8a8f', '#5b6472', '#c0487d'] as const;
const sorts = ['manual', 'recent'] as const;
const outcomes = ['', 'won', 'lost'] as const;

interface LaneDialogProps {
  kanbanId: number;
  /** Absent: a new lane. */
  lane: LaneSettings | undefined;
  onSaved(): void;
  onClose(): void;
}

/** Adds a lane, or changes its title, colour, limit, order and meaning. */
export function LaneDialog({ kanbanId, lane, onSaved, onClose }: LaneDialogProps) {
  const t = useT();
  const [title, setTitle] = useState(lane?.title ?? '');
  const [color, setColor] = useState(lane?.color ?? '');
  const [cardLimit, setCardLimit] = useState(lane?.cardLimit ? String(lane.cardLimit) : '');
  const [sort, setSort] = useState<string>(lane?.sort ?? 'manual');
  const [outcome, setOutcome] = useState<string>(lane?.outcome ?? '');
  const submit = async (): Promise<void> => {
    const path = `/kanban-boards/${kanbanId}/lanes`;
    const id = lane?.id ?? (await api.post<{ laneId: string }>(path, { title, color })).laneId;
    await api.put(`${path}/${encodeURIComponent(id)}`, {
      title,
      color,
      cardLimit: cardLimit.trim() === '' ? null : Number(cardLimit),
      sort,
      outcome: outcome === '' ? null : outcome,
    });
    onSaved();
    onClose();
  };
  return (
    <FormDialog
      open
      title={t(lane ? 'lane.edit' : 'lane.add')}
      submitLabel={t('settings.save')}
      onSubmit={submit}
      onClose={onClose}
      disabled={title.trim() === ''}
    >
      <FormRow label={t('settings.laneTitle')} name="title" required>
        <Input autoFocus maxLength={60} value={title} onChange={(_, { value }) => setTitle(value)} />
      </FormRow>
      <FormRow label={t('settings.color')} name="color">
        <ColorPalette value={color} onChange={setColor} colors={colors} label={t('settings.color')} />
      </FormRow>
      <FormRow label={t('settings.cardLimit')} help={t('settings.cardLimitHelp')} name="cardLimit">
        <NumberField min={1} max={100_000} value={cardLimit} onChange={setCardLimit} />
      </FormRow>
      <FormRow label={t('settings.sort')} help={t('settings.sortHelp')} name="sort">
        <Dropdown
          value={t(`settings.sorts.${sort}`)}
          selectedOptions={[sort]}
          onOptionSelect={(_, { optionValue }) => setSort(optionValue ?? 'manual')}
        >
          {sorts.map((one) => (
            <Option key={one} value={one}>
              {t(`settings.sorts.${one}`)}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
      <FormRow label={t('settings.outcome')} help={t('settings.outcomeHelp')} name="outcome">
        <Dropdown
          value={t(`settings.outcomes.${outcome || 'none'}`)}
          selectedOptions={[outcome]}
          onOptionSelect={(_, { optionValue }) => setOutcome(optionValue ?? '')}
        >
          {outcomes.map((one) => (
            <Option key={one} value={one}>
              {t(`settings.outcomes.${one || 'none'}`)}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
    </FormDialog>
  );
}
