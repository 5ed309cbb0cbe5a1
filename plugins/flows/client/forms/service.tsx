/** Forms of the nodes that work inside the house. */
import { useT } from '@balcao/sdk/client';
import type { FlowNodeFormProps } from '../../contract.ts';
import { useBoard, useFlowItems, usePeopleItems, useQueueItems, useTagItems } from '../data/useNamed.ts';
import { text } from '../kinds/kind.ts';
import { ChoiceRow, Section, SwitchRow, problemOf } from './parts.tsx';
import { VariableText } from './VariableText.tsx';

const asId = (value: string): number | null => (value === '' ? null : Number(value));
const idText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

export function DepartmentForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  const queues = useQueueItems();
  return (
    <Section>
      <ChoiceRow
        label={t('kind.departmentNode')}
        placeholder={t('form.chooseQueue')}
        value={idText(data['queueId'] ?? data['department'] ?? data['queue'])}
        options={queues}
        error={problemOf(problems, 'queueId')}
        // Other clients write the queue under other names, which would win over a cleared one.
        onChange={(value) => onChange({ queueId: asId(value), department: undefined, queue: undefined })}
      />
      <VariableText
        label={t('form.textBefore')}
        hint={t('form.textBeforeHint')}
        isShort
        value={text(data['text'])}
        variables={variables}
        onChange={(value) => onChange({ text: value })}
      />
    </Section>
  );
}

const modes = ['least-busy', 'last', 'user'] as const;

export function PersonForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  const queues = useQueueItems();
  const people = usePeopleItems();
  const mode = text(data['mode']) || 'least-busy';
  return (
    <Section>
      <ChoiceRow
        label={t('form.who')}
        hint={t(`personHint.${mode}`)}
        value={mode}
        options={modes.map((id) => ({ id, name: t(`person.${id}`) }))}
        onChange={(value) => onChange({ mode: value || 'least-busy' })}
      />
      {mode === 'user' && (
        <ChoiceRow
          label={t('kind.personNode')}
          value={idText(data['userId'])}
          options={people}
          error={problemOf(problems, 'userId')}
          onChange={(value) => onChange({ userId: asId(value) })}
        />
      )}
      {mode === 'least-busy' && (
        <ChoiceRow
          label={t('kind.departmentNode')}
          value={idText(data['queueId'])}
          options={queues}
          error={problemOf(problems, 'queueId')}
          onChange={(value) => onChange({ queueId: asId(value) })}
        />
      )}
      <VariableText
        label={t('form.textBefore')}
        isShort
        value={text(data['text'])}
        variables={variables}
        onChange={(value) => onChange({ text: value })}
      />
    </Section>
  );
}

export function TagForm({ data, onChange, problems }: FlowNodeFormProps) {
  const t = useT();
  const tags = useTagItems();
  return (
    <Section>
      <ChoiceRow
        label={t('form.tag')}
        value={idText(data['tagId'])}
        options={tags}
        error={problemOf(problems, 'tagId')}
        onChange={(value) => onChange({ tagId: asId(value) })}
      />
    </Section>
  );
}

export function KanbanForm({ data, onChange, problems }: FlowNodeFormProps) {
  const t = useT();
  const board = useBoard();
  return (
    <Section>
      <ChoiceRow
        label={t('form.lane')}
        value={text(data['laneId'])}
        options={board?.lanes.map(({ id, title }) => ({ id, name: title })) ?? []}
        error={problemOf(problems, 'laneId')}
        onChange={(laneId) => onChange({ laneId, kanbanId: board?.kanbanId ?? null })}
      />
    </Section>
  );
}

export function ContactForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  return (
    <Section>
      <ChoiceRow
        label={t('form.contactField')}
        value={text(data['field']) || 'name'}
        options={['name', 'email'].map((id) => ({ id, name: t(`contact.${id}`) }))}
        onChange={(field) => onChange({ field: field || 'name' })}
      />
      <VariableText
        label={t('form.value')}
        isShort
        value={text(data['value'])}
        variables={variables}
        error={problemOf(problems, 'value')}
        onChange={(value) => onChange({ value })}
      />
    </Section>
  );
}

export function NoteForm({ data, onChange, problems, variables }: FlowNodeFormProps) {
  const t = useT();
  return (
    <Section>
      <VariableText
        label={t('form.note')}
        hint={t('form.noteHint')}
        value={text(data['text'])}
        variables={variables}
        error={problemOf(problems, 'text')}
        onChange={(value) => onChange({ text: value })}
      />
    </Section>
  );
}

export function CloseForm({ data, onChange, variables }: FlowNodeFormProps) {
  const t = useT();
  return (
    <Section>
      <VariableText
        label={t('form.closingText')}
        isShort
        value={text(data['text'])}
        variables={variables}
        onChange={(value) => onChange({ text: value })}
      />
      <SwitchRow
        label={t('form.asksRating')}
        hint={t('form.asksRatingHint')}
        checked={data['asksRating'] === true}
        onChange={(asksRating) => onChange({ asksRating })}
      />
    </Section>
  );
}

export function JumpForm({ data, onChange, problems, flowId }: FlowNodeFormProps) {
  const t = useT();
  const flows = useFlowItems().filter(({ id }) => id !== String(flowId));
  return (
    <Section>
      <ChoiceRow
        label={t('form.flow')}
        value={idText(data['flowId'])}
        options={flows.map(({ id, name, isLive }) => ({ id, name: isLive ? name : t('form.notLive', { name }) }))}
        error={problemOf(problems, 'flowId')}
        onChange={(value) => onChange({ flowId: asId(value) })}
      />
      <SwitchRow
        label={t('form.returns')}
        hint={t('form.returnsHint')}
        checked={data['returns'] === true}
        onChange={(returns) => onChange({ returns })}
      />
    </Section>
  );
}
