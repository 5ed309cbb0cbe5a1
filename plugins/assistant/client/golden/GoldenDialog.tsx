import { Dropdown, Input, Option, Textarea } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow, useForm } from '@balcao/sdk/ui';
import type { Golden } from '../../evaluation-view.ts';
import { useSources } from '../data.ts';
import { goldenKey, useTools } from './golden-data.ts';

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface GoldenDialogProps {
  golden?: Golden | undefined;
  /** The question of a new one. */
  question?: string;
  onClose(): void;
}

/** The form of a question of the test: its words, and what the answer must meet. */
export function GoldenDialog({ golden, question = '', onClose }: GoldenDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const sources = useSources();
  const tools = useTools();
  const form = useForm({
    row: golden,
    valuesOf: (row: Golden | undefined) => ({
      question: row?.question ?? question,
      must: row?.must.join('\n') ?? '',
      mustNot: row?.mustNot.join('\n') ?? '',
      tool: row?.tool ?? '',
      sourceId: row?.sourceId ?? 0,
    }),
  });
  const { values, change } = form;
  const nameOf = (id: number): string => {
    const source = sources.data?.find((one) => one.id === id);
    return source ? source.title || t(`source.${source.kind}`) : '';
  };
  const toolName = tools.find(({ name }) => name === values.tool)?.label ?? values.tool;
  const submit = async (): Promise<void> => {
    const body = {
      question: values.question,
      must: lines(values.must),
      mustNot: lines(values.mustNot),
      tool: values.tool || null,
      sourceId: values.sourceId || null,
    };
    if (golden) await api.put(`/assistant/golden/${golden.id}`, body);
    else await api.post('/assistant/golden', body);
    await queries.invalidateQueries({ queryKey: goldenKey });
    toasts.success(t('golden.saved'));
    onClose();
  };
  return (
    <FormDialog
      open
      width={560}
      title={t(golden ? 'golden.edit' : 'golden.add')}
      submitLabel={t('golden.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormRow label={t('faq.question')} name="question" help={t('faq.questionHelp')} required>
        <Input
          value={values.question}
          maxLength={300}
          autoFocus
          onChange={(_, { value }) => change({ question: value })}
        />
      </FormRow>
      <FormRow label={t('golden.must')} name="must" help={t('golden.mustHelp')}>
        <Textarea rows={3} resize="vertical" value={values.must} onChange={(_, { value }) => change({ must: value })} />
      </FormRow>
      <FormRow label={t('golden.mustNot')} name="mustNot" help={t('golden.mustNotHelp')}>
        <Textarea
          rows={2}
          resize="vertical"
          value={values.mustNot}
          onChange={(_, { value }) => change({ mustNot: value })}
        />
      </FormRow>
      <FormRow label={t('golden.tool')} name="tool">
        <Dropdown
          value={values.tool === '' ? t('golden.noTool') : toolName}
          selectedOptions={[values.tool]}
          onOptionSelect={(_, { optionValue }) => change({ tool: optionValue ?? '' })}
        >
          <Option value="">{t('golden.noTool')}</Option>
          <>
            {tools.map(({ name, label }) => (
              <Option key={name} value={name}>
                {label}
              </Option>
            ))}
          </>
        </Dropdown>
      </FormRow>
      <FormRow label={t('golden.source')} name="sourceId">
        <Dropdown
          value={values.sourceId === 0 ? t('golden.anySource') : nameOf(values.sourceId)}
          selectedOptions={[String(values.sourceId)]}
          onOptionSelect={(_, { optionValue }) => change({ sourceId: Number(optionValue ?? 0) })}
        >
          <Option value="0">{t('golden.anySource')}</Option>
          <>
            {(sources.data ?? []).map(({ id }) => (
              <Option key={id} value={String(id)}>
                {nameOf(id)}
              </Option>
            ))}
          </>
        </Dropdown>
      </FormRow>
    </FormDialog>
  );
}
