import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useFormat, useT, useViewport } from '@balcao/sdk/client';
import { Kbd, ext } from '@balcao/sdk/ui';
import { useEditorState } from '../editor/context.ts';

const useStyles = makeStyles({
  legend: {
    position: 'absolute',
    left: '16px',
    bottom: '16px',
    zIndex: 5,
    display: 'flex',
    alignItems: 'center',
    gap: '8px 16px',
    minHeight: '40px',
    padding: '0 12px',
    borderRadius: tokens.borderRadiusXLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: ext.raised,
    boxShadow: tokens.shadow4,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  part: { display: 'inline-flex', alignItems: 'center', gap: '8px', whiteSpace: 'nowrap' },
  line: { width: '20px', height: '3px', borderRadius: '2px', backgroundColor: tokens.colorCompoundBrandStroke },
  stop: { width: '10px', height: '10px', borderRadius: '50%', backgroundColor: tokens.colorNeutralForeground1 },
  widths: { fill: `color-mix(in srgb, ${ext.chart} 45%, ${ext.canvas})` },
  dropped: { backgroundColor: ext.warn },
});

/** Explains lines and marks in the simulator and with the numbers. */
export function Legend() {
  const t = useT();
  const format = useFormat();
  const styles = useStyles();
  const { width } = useViewport();
  const mode = useEditorState((state) => state.mode);
  const most = useEditorState(({ numbers }) => numbers?.sessions.started ?? 0);
  if (width < 1280) return null;
  if (mode === 'simulate')
    return (
      <div className={styles.legend}>
        <span className={styles.part}>
          <span className={styles.line} aria-hidden="true" />
          {t('legend.travelled')}
        </span>
        <span className={styles.part}>
          <span className={styles.stop} aria-hidden="true" />
          {t('legend.stop')}
        </span>
        <span className={styles.part}>
          <Kbd keys="F10" />
          {t('legend.step')}
        </span>
        <span className={styles.part}>
          <Kbd keys="F5" />
          {t('legend.run')}
        </span>
      </div>
    );
  if (mode !== 'numbers' || most === 0) return null;
  return (
    <div className={styles.legend}>
      <span className={styles.part}>
        <svg width="68" height="14" aria-hidden="true" className={styles.widths}>
          <path d="M0,6.2 L68,0 V14 L0,7.8 Z" />
        </svg>
        {t('legend.widths', { count: most, text: format.number(most) })}
      </span>
      <span className={styles.part}>
        <span className={mergeClasses(styles.stop, styles.dropped)} aria-hidden="true" />
        {t('legend.dropped')}
      </span>
    </div>
  );
}
