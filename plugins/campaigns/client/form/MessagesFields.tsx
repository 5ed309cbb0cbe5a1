import { Dropdown, Field, Input, Option, Radio, RadioGroup, Switch } from '@fluentui/react-components';
import { useT, useToasts } from '@balcao/sdk/client';
import { FileField, type UploadedFile } from '@balcao/sdk/ui';
import type { PartProps } from './AudienceFields.tsx';
import { useCampaignSettings, useFlows, useListVariables, useTemplates } from './choices.ts';
import { messageNames, questionNames } from './form-values.ts';
import { useFormStyles } from './form-styles.ts';
import { TemplateFields } from './TemplateFields.tsx';
import { TextVariants } from './TextVariants.tsx';

/** The extensions of the specification. */
const accepted = '.png,.jpg,.jpeg,.xls,.xlsx,.pdf,.doc,.docx,.ppt,.pptx,.mp4,.mp3,.amr,.opu';
const maxBytes = 50 * 1024 * 1024;

export interface MessagesFieldsProps extends PartProps {
  file: UploadedFile | File | undefined;
  progress: number | undefined;
  onFile(file: File | undefined): void;
}

/** The content: texts, a template or a flow; a file; and a question before. */
export function MessagesFields({ values, change, faults, readOnly, file, progress, onFile }: MessagesFieldsProps) {
  const t = useT();
  const toasts = useToasts();
  const styles = useFormStyles();
  const settings = useCampaignSettings().data;
  const ofList = useListVariables(values.contactListId).data ?? [];
  const flows = useFlows().data ?? [];
  const { needsTemplate = false, templates = [] } = useTemplates(values.whatsappId).data ?? {};
  const variables = [...new Set(['nome', 'numero', ...ofList, ...(settings?.variables ?? []).map(({ key }) => key)])];
  const kind = values.flowId !== null ? 'flow' : values.template !== null ? 'template' : 'text';
  const hasKinds = flows.length > 0 || templates.length > 0 || kind !== 'text';
  const flow = flows.find(({ id }) => id === values.flowId);
  const choose = (chosen: File): void => {
    if (chosen.size > maxBytes) toasts.error(t('form.fileLarge'));
    else onFile(chosen);
  };
  const turnTo = (next: string): void => {
    const first = templates.find(({ isSendable }) => isSendable);
    change({
      flowId: next === 'flow' ? (flows[0]?.id ?? '') : null,
      // A flow asks its own questions.
      ...(next === 'flow' && { confirmation: false }),
      template: next === 'template' && first ? { name: first.name, language: first.language, variables: {} } : null,
    });
  };
  return (
    <section className={styles.section} id="messages" aria-label={t('form.step.messages')}>
      <h2 className={styles.heading}>{t('form.step.messages')}</h2>
      {hasKinds && (
        <RadioGroup layout="horizontal" value={kind} disabled={readOnly} onChange={(_, { value }) => turnTo(value)}>
          <Radio value="text" label={t('form.kind.text')} />
          {(templates.length > 0 || kind === 'template') && <Radio value="template" label={t('form.kind.template')} />}
          {(flows.length > 0 || kind === 'flow') && <Radio value="flow" label={t('form.kind.flow')} />}
        </RadioGroup>
      )}
      {kind === 'text' && (
        <>
          <span className={styles.quiet}>{t('form.oneOfThem')}</span>
          <TextVariants
            label="form.message"
            names={messageNames}
            values={values}
            change={change}
            variables={variables}
            faults={faults}
            readOnly={readOnly}
            hasKeys
          />
        </>
      )}
      {kind === 'template' && (
        <TemplateFields
          label={t('form.kind.template')}
          templates={templates}
          value={values.template}
          onChange={(template) => change({ template })}
          fault={faults['template']}
          readOnly={readOnly}
        />
      )}
      {kind === 'flow' && (
        <Field
          label={t('form.kind.flow')}
          hint={t('form.flowHelp')}
          {...(faults['flowId'] && { validationMessage: faults['flowId'] })}
        >
          <Dropdown
            className={styles.select}
            disabled={readOnly}
            value={flow?.title ?? ''}
            selectedOptions={flow ? [flow.id] : []}
            onOptionSelect={(_, { optionValue }) => change({ flowId: optionValue ?? null })}
          >
            {flows.map(({ id, title, isLive }) => (
              <Option key={id} value={id} text={title}>
                {isLive ? title : t('form.flowOff', { title })}
              </Option>
            ))}
          </Dropdown>
        </Field>
      )}
      {kind !== 'flow' && (
        <Field label={t('form.file')} hint={t('form.fileHelp')}>
          <FileField
            file={file}
            progress={progress}
            accept={accepted}
            onChoose={(chosen) => !readOnly && choose(chosen)}
            onRemove={() => !readOnly && onFile(undefined)}
          />
        </Field>
      )}
      <Field label={t('form.nameFallback')} hint={t('form.nameFallbackHelp')}>
        <Input
          readOnly={readOnly}
          maxLength={50}
          value={values.nameFallback}
          onChange={(_, { value }) => change({ nameFallback: value })}
        />
      </Field>
      <div className={styles.card}>
        <Switch
          label={t('form.confirmation')}
          checked={values.confirmation}
          disabled={readOnly || (kind === 'flow' && !values.confirmation)}
          onChange={(_, { checked }) => change({ confirmation: checked })}
        />
        <div className={styles.small}>{t('form.confirmationHelp')}</div>
        {values.confirmation &&
          (needsTemplate ? (
            <TemplateFields
              label={t('form.question', { index: 1 })}
              templates={templates}
              value={values.confirmationTemplate}
              onChange={(confirmationTemplate) => change({ confirmationTemplate })}
              fault={faults['confirmationTemplate']}
              readOnly={readOnly}
            />
          ) : (
            <TextVariants
              label="form.question"
              names={questionNames}
              values={values}
              change={change}
              variables={variables}
              faults={faults}
              readOnly={readOnly}
            />
          ))}
      </div>
    </section>
  );
}
