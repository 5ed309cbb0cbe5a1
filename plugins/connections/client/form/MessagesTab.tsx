import { useT } from '@balcao/sdk/client';
import { FileField, FormRow } from '@balcao/sdk/ui';
import type { ConnectionRow } from '../connection-row.ts';
import { NumberRow, TextRow, type TabProps } from './rows.tsx';

/** The automatic messages of a connection. */
export function MessagesTab({ connection, ...props }: TabProps & { connection: ConnectionRow | undefined }) {
  const t = useT();
  const { values, change } = props;
  const stored = connection?.greetingMediaAttachment ?? undefined;
  const file = values.media === 'kept' ? stored : values.media === 'removed' ? undefined : values.media;
  return (
    <>
      <TextRow {...props} name="greetingMessage" required={values.queueIds.length > 1} />
      <FormRow label={t('field.greetingMedia')} name="file" help={t('help.greetingMedia')}>
        <FileField
          file={file}
          accept="image/*,video/*"
          onChoose={(chosen) => change({ media: chosen })}
          onRemove={() => change({ media: 'removed' })}
        />
      </FormRow>
      <TextRow {...props} name="complationMessage" />
      <TextRow {...props} name="outOfHoursMessage" />
      <NumberRow {...props} name="bulkInterval" unit="seconds" />
    </>
  );
}
