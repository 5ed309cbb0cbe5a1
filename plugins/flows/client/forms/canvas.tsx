/** Forms of the start, which has the settings of the flow, and of what is drawn without running. */
import { useContext } from 'react';
import { Textarea } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { ListField } from '@balcao/sdk/ui';
import type { FlowNodeFormProps } from '../../contract.ts';
import type { FlowSettings } from '../../graph/types.ts';
import { usualSettings } from '../../graph/settings.ts';
import { EditorContext } from '../editor/context.ts';
import { useQueueItems } from '../data/useNamed.ts';
import { text } from '../kinds/kind.ts';
import { ChoiceRow, Row, Section, SpanRow, TextRow } from './parts.tsx';
import { VariableText } from './VariableText.tsx';

const wordLists = ['menu', 'attendant', 'leave'] as const;

export function StartForm({ data, onChange, variables }: FlowNodeFormProps) {
  const t = useT();
  const queues = useQueueItems();
  const settings = (data['settings'] ?? {}) as Partial<FlowSettings>;
  const change = (part: Partial<FlowSettings>) => onChange({ settings: { ...settings, ...part } });
  const editor = useContext(EditorContext);
  // The list of nodes is read once: the form is opened anew for each node.
  const nodes = editor?.namedNodes() ?? [];
  const words = { ...usualSettings.words, ...settings.words };
  return (
    <>
      <Section>
        <SpanRow
          label={t('settings.expiry')}
          hint={t('settings.expiryHint')}
          value={settings.expiryMinutes ?? usualSettings.expiryMinutes}
          per={60}
          max={43_200}
          units={['minutes', 'hours', 'days']}
          onChange={(expiryMinutes) => change({ expiryMinutes: Math.max(1, expiryMinutes) })}
        />
        <ChoiceRow
          label={t('settings.queue')}
          hint={t('settings.queueHint')}
          isClearable
          value={settings.queueId == null ? '' : String(settings.queueId)}
          options={queues}
          onChange={(value) => change({ queueId: value === '' ? null : Number(value) })}
        />
        <ChoiceRow
          label={t('settings.errorNode')}
          hint={t('settings.errorNodeHint')}
          isClearable
          value={settings.errorNodeId ?? ''}
          options={nodes}
          onChange={(value) => change({ errorNodeId: value === '' ? null : value })}
        />
      </Section>
      <Section title={t('settings.words')} hint={t('settings.wordsHint')}>
        {wordLists.map((list) => (
          <Row key={list} label={t(`settings.word.${list}`)}>
            <ListField
              value={words[list].join(',')}
              entryLength={40}
              onChange={(value) =>
                change({ words: { ...words, [list]: value.split(',').flatMap((word) => word.trim() || []) } })
              }
            />
          </Row>
        ))}
      </Section>
      <Section>
        <VariableText
          label={t('settings.handoverText')}
          isShort
          value={text(settings.handoverText)}
          variables={variables}
          onChange={(handoverText) => change({ handoverText })}
        />
        <VariableText
          label={t('settings.leaveText')}
          isShort
          value={text(settings.leaveText)}
          variables={variables}
          onChange={(leaveText) => change({ leaveText })}
        />
      </Section>
    </>
  );
}

export function CommentForm({ data, onChange }: FlowNodeFormProps) {
  const t = useT();
  return (
    <Section>
      <Row label={t('kind.commentNode')}>
        <Textarea
          resize="vertical"
          value={text(data['text'])}
          maxLength={2000}
          onChange={(_, { value }) => onChange({ text: value })}
        />
      </Row>
    </Section>
  );
}

export function FrameForm({ data, onChange }: FlowNodeFormProps) {
  const t = useT();
  return (
    <Section>
      <TextRow
        label={t('form.frameTitle')}
        value={text(data['title'])}
        maxLength={100}
        onChange={(title) => onChange({ title })}
      />
    </Section>
  );
}
