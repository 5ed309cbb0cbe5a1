import { useAtom } from 'jotai';
import { Button, Dialog, makeStyles, tokens } from '@fluentui/react-components';
import { useShortcuts, useT } from '@balcao/sdk/client';
import { DialogFrame, Kbd } from '@balcao/sdk/ui';
import { shortcutsAtom } from './shell-state.ts';

const useStyles = makeStyles({
  columns: { columnCount: 2, columnGap: '32px', '@media (max-width: 599px)': { columnCount: 1 } },
  group: { breakInside: 'avoid', marginBottom: '20px' },
  heading: {
    margin: '0 0 4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightMedium,
    color: tokens.colorNeutralForeground3,
  },
  list: { margin: 0 },
  row: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '30px' },
  what: { flexGrow: 1, minWidth: 0 },
  keys: { margin: 0, display: 'flex' },
});

/** Lists every active shortcut, as registered by its listeners. */
export default function ShortcutSheet() {
  const t = useT('shell');
  const styles = useStyles();
  const [open, setOpen] = useAtom(shortcutsAtom);
  const shortcuts = useShortcuts();
  const general = t('shortcuts.general');
  const groups = new Map<string, Map<string, string>>([[general, new Map([['escape', t('shortcuts.escape')]])]]);
  for (const { keys, label, group } of shortcuts) {
    const heading = group ?? t('shortcuts.page');
    const own = groups.get(heading) ?? new Map<string, string>();
    // The listener registered last for a key is the one that handles it.
    own.set(keys, label ?? '');
    groups.set(heading, own);
  }

  return (
    <Dialog open={open} onOpenChange={(_, data) => setOpen(data.open)}>
      <DialogFrame
        title={t('shortcuts.title')}
        subtitle={t('shortcuts.text')}
        width={640}
        onClose={() => setOpen(false)}
        footer={<Button onClick={() => setOpen(false)}>{t('ui.close')}</Button>}
      >
        <div className={styles.columns}>
          {[...groups].map(([heading, entries]) => (
            <section key={heading} className={styles.group} aria-label={heading}>
              <h3 className={styles.heading}>{heading}</h3>
              <dl className={styles.list}>
                {[...entries].map(([keys, label]) => (
                  <div key={keys} className={styles.row}>
                    <dt className={styles.what}>{label}</dt>
                    <dd className={styles.keys}>
                      <Kbd keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogFrame>
    </Dialog>
  );
}
