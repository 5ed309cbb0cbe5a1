import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { ApiError, useErrorText, useT } from '@balcao/sdk/client';
import { CopyField, DialogFrame } from '@balcao/sdk/ui';

export interface BulkOutcome {
  done: number[];
  refused: { id: number; code: string }[];
  /** Links to hand over where the platform sends no mail. */
  links: { id: number; link: string }[];
}

const useStyles = makeStyles({
  column: { display: 'flex', flexDirection: 'column', gap: '14px' },
  list: { margin: 0, paddingInlineStart: '20px', display: 'flex', flexDirection: 'column', gap: '4px' },
  name: { fontWeight: tokens.fontWeightSemibold },
});

interface BulkResultProps {
  outcome: BulkOutcome;
  names: ReadonlyMap<number, string>;
  onClose(): void;
}

/** Lists refusals with their reason, and links that were not mailed. */
export function BulkResult({ outcome: { refused, links }, names, onClose }: BulkResultProps) {
  const t = useT();
  const textOf = useErrorText();
  const styles = useStyles();
  const nameOf = (id: number): string => names.get(id) ?? '';
  return (
    <Dialog open modalType="alert">
      <DialogFrame
        title={t(refused.length > 0 ? 'bulk.refused.title' : 'bulk.links.title', { count: refused.length })}
        width={520}
        onClose={onClose}
        footer={
          <Button appearance="primary" onClick={onClose}>
            {t('link.done')}
          </Button>
        }
      >
        <div className={styles.column}>
          {refused.length > 0 && (
            <ul className={styles.list}>
              {refused.map(({ id, code }) => (
                <li key={id}>
                  <span className={styles.name}>{nameOf(id)}</span>: {textOf(new ApiError(409, code))}
                </li>
              ))}
            </ul>
          )}
          {links.length > 0 && <span>{t('bulk.links.text')}</span>}
          {links.map(({ id, link }) => (
            <CopyField key={id} label={nameOf(id)} value={link} />
          ))}
        </div>
      </DialogFrame>
    </Dialog>
  );
}
