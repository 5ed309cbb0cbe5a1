import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { Add16Regular, Delete16Regular, Edit16Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useT, useToasts } from '@balcao/sdk/client';
import { IconButton } from '@balcao/sdk/ui';
import type { ContactDetails, ExtraLine } from '../contact-details.ts';
import { useSectionOpen } from '../useSectionOpen.ts';
import { PanelSection, oneLine } from '../PanelSection.tsx';
import { LineForm } from './LineForm.tsx';
import { linked } from './links.ts';
import { saveLine } from './save-extra.ts';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  line: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '88px minmax(0, 1fr)',
    minHeight: '28px',
    '& [data-actions]': { opacity: 0 },
    ':hover [data-actions], :focus-within [data-actions]': { opacity: 1 },
    '@media (hover: none)': {
      gridTemplateColumns: '88px minmax(0, 1fr) auto',
      '& [data-actions]': { opacity: 1, position: 'static' },
    },
  },
  name: {
    padding: '5px 8px 5px 0',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    overflowWrap: 'anywhere',
  },
  value: { padding: '4px 0', minWidth: 0, overflowWrap: 'anywhere' },
  // Over the value, so that it keeps its width until it is hovered.
  actions: {
    position: 'absolute',
    right: '-6px',
    top: '1px',
    display: 'flex',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  fresh: { flexShrink: 0, color: tokens.colorBrandForeground1, minWidth: 0 },
});

/** Extra information on the contact: one name and value per line, edited in place. */
export function ExtraInfo({ contact }: { contact: ContactDetails }) {
  const styles = useStyles();
  const t = useT();
  const toasts = useToasts();
  const [, setOpen] = useSectionOpen('extra', true);
  /** The line being edited; `new` is one that is not stored yet. */
  const [written, setWritten] = useState<ExtraLine | 'new'>();
  const lines = contact.extraInfo;
  // A colleague may remove the line that is being edited: its form stays, and saving adds it again.
  const isGone = written !== undefined && written !== 'new' && !lines?.some(({ id }) => id === written.id);
  const shown = isGone ? [...(lines ?? []), written] : (lines ?? []);
  const close = (): void => setWritten(undefined);
  const remove = async (line: ExtraLine): Promise<void> => {
    try {
      await saveLine(contact.id, line, undefined);
      toasts.undo(t('extra.removed', { name: line.name }), () => {
        saveLine(contact.id, undefined, line).catch(toasts.error);
      });
    } catch (error) {
      toasts.error(error);
    }
  };
  return (
    <PanelSection
      name="extra"
      label="extra.title"
      height={oneLine}
      count={lines?.length}
      aside={
        <Button
          size="small"
          appearance="transparent"
          className={styles.fresh}
          icon={<Add16Regular />}
          onClick={() => {
            setOpen(true);
            setWritten('new');
          }}
        >
          {t('extra.new')}
        </Button>
      }
    >
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((line) =>
            written !== 'new' && line.id === written?.id ? (
              <li key={line.id}>
                <LineForm line={line} onSave={(next) => saveLine(contact.id, line, next)} onClose={close} />
              </li>
            ) : (
              <li key={line.id} className={styles.line}>
                <span className={styles.name}>{line.name}</span>
                <span className={styles.value}>
                  <Value text={line.value} />
                </span>
                <span data-actions="" className={styles.actions}>
                  <IconButton
                    size="small"
                    icon={<Edit16Regular />}
                    label={t('extra.edit', { name: line.name })}
                    onClick={() => setWritten(line)}
                  />
                  <IconButton
                    size="small"
                    icon={<Delete16Regular />}
                    label={t('extra.remove', { name: line.name })}
                    onClick={() => void remove(line)}
                  />
                </span>
              </li>
            ),
          )}
        </ul>
      )}
      {written === 'new' ? (
        <LineForm
          line={{ name: '', value: '' }}
          onSave={(line) => saveLine(contact.id, undefined, line)}
          onClose={close}
        />
      ) : (
        lines && shown.length === 0 && <p className={styles.text}>{t('extra.empty')}</p>
      )}
    </PanelSection>
  );
}

function Value({ text }: { text: string }) {
  return linked(text).map((part, index) =>
    part.address ? (
      <Link key={index} href={part.address} target="_blank" rel="noopener noreferrer">
        {part.text}
      </Link>
    ) : (
      part.text
    ),
  );
}
