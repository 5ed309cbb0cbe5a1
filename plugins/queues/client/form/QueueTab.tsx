import { Input, Textarea, makeStyles } from '@fluentui/react-components';
import { Contributed, translate, usePoint, useT } from '@balcao/sdk/client';
import { ColorPalette, FileField, FormRow, NumberField } from '@balcao/sdk/ui';
import { colorChoices, itemColors } from '@balcao/sdk/colors';
import type { Queue } from '../../contract.ts';
import { longestDelay } from '../queue-form.ts';
import { queueSections } from '../parts.ts';
import type { QueueTabValues } from './HoursTab.tsx';

export interface QueueTabProps extends QueueTabValues {
  queue: Queue | undefined;
  /** Colours of other queues. */
  taken: readonly string[];
  /** Values of the sections of other plugins. */
  added: Readonly<Record<string, unknown>>;
  onAdd(field: string, value: unknown, known?: unknown): void;
}

const useStyles = makeStyles({
  text: { '& textarea': { minHeight: '76px' } },
  number: { width: '168px', maxWidth: '100%' },
});

/** Name, colour and automatic messages of a queue. */
export function QueueTab({ queue, taken, values, change, added, onAdd }: QueueTabProps) {
  const t = useT();
  const styles = useStyles();
  const sections = usePoint(queueSections);
  const file =
    values.media === 'kept' ? (queue?.media ?? undefined) : values.media === 'removed' ? undefined : values.media;
  const text = (name: 'greetingMessage' | 'outOfHoursMessage' | 'complationMessage' | 'ratingMessage') => (
    <FormRow label={t(`field.${name}`)} name={name} help={t(`help.${name}`)}>
      <Textarea
        className={styles.text}
        resize="vertical"
        value={values[name]}
        onChange={(_, { value }) => change({ [name]: value })}
      />
    </FormRow>
  );
  return (
    <>
      <FormRow label={t('field.name')} name="name" required>
        <Input value={values.name} autoFocus autoComplete="off" onChange={(_, { value }) => change({ name: value })} />
      </FormRow>
      <FormRow label={t('field.color')} name="color" help={t('form.colorHelp')} required>
        <ColorPalette
          label={t('field.color')}
          value={values.color}
          colors={colorChoices(itemColors, queue?.color ?? '')}
          taken={taken}
          onChange={(color) => change({ color })}
        />
      </FormRow>
      {text('greetingMessage')}
      <FormRow label={t('field.media')} name="file" help={t('help.media')}>
        <FileField
          file={file}
          onChoose={(chosen) => change({ media: chosen })}
          onRemove={() => change({ media: 'removed' })}
        />
      </FormRow>
      <FormRow label={t('field.sendDelay')} name="sendDelay" help={t('help.sendDelay')}>
        <NumberField
          className={styles.number}
          min={0}
          max={longestDelay}
          contentAfter={t('form.seconds')}
          value={values.sendDelay}
          onChange={(sendDelay) => change({ sendDelay })}
        />
      </FormRow>
      {text('outOfHoursMessage')}
      {text('complationMessage')}
      {text('ratingMessage')}
      {sections.map((item) => (
        <div key={`${item.plugin}/${item.id}`} role="group" aria-label={translate(item.plugin, item.label)}>
          <Contributed item={item}>
            <item.component queue={queue} values={added} setValue={onAdd} />
          </Contributed>
        </div>
      ))}
    </>
  );
}
