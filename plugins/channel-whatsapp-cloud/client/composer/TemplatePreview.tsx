import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowReply16Regular, Document20Regular, Image20Regular, Video20Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';
import { useEffect, useState } from 'react';
import type { FilledTemplate, HeaderFile } from '../../template/template.ts';

const useStyles = makeStyles({
  ground: { marginTop: 'auto', padding: '14px', borderRadius: '10px', backgroundColor: ext.canvas },
  label: {
    margin: '0 0 8px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  bubble: {
    maxWidth: '340px',
    border: `1px solid ${ext.bubbleOutStroke}`,
    borderRadius: '10px',
    backgroundColor: ext.bubbleOut,
    fontSize: ext.fontSizeMessage,
    lineHeight: ext.lineHeightMessage,
    overflow: 'hidden',
  },
  words: { display: 'grid', gap: '4px', padding: '8px 10px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  header: { fontWeight: tokens.fontWeightSemibold },
  footer: {
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  file: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    minHeight: '72px',
    padding: '8px',
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
  picture: { display: 'block', width: '100%', maxHeight: '160px', objectFit: 'cover' },
  button: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '6px',
    padding: '8px',
    borderTop: `1px solid ${ext.bubbleOutStroke}`,
    color: tokens.colorBrandForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
});

const icons = { image: Image20Regular, video: Video20Regular, document: Document20Regular } as const;

function Picture({ file, className }: { file: File; className: string }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url === '' ? null : <img className={className} src={url} alt="" />;
}

export interface TemplatePreviewProps {
  text: FilledTemplate;
  header: HeaderFile | undefined;
  file: File | undefined;
}

/** The filled template as the customer reads it. */
export function TemplatePreview({ text, header, file }: TemplatePreviewProps) {
  const t = useT();
  const styles = useStyles();
  const Icon = header && icons[header];
  return (
    <section className={styles.ground} aria-label={t('composer.preview')}>
      <p className={styles.label} aria-hidden="true">
        {t('composer.preview')}
      </p>
      <div className={styles.bubble}>
        {header === 'image' && file ? (
          <Picture file={file} className={styles.picture} />
        ) : (
          Icon && (
            <div className={styles.file}>
              <Icon aria-hidden="true" />
              {file?.name}
            </div>
          )
        )}
        <div className={styles.words}>
          {text.header && <span className={styles.header}>{text.header}</span>}
          <span>{text.body}</span>
          {text.footer && <span className={styles.footer}>{text.footer}</span>}
        </div>
        {text.buttons.map((button, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two buttons may say the same
          <div key={index} className={styles.button}>
            <ArrowReply16Regular aria-hidden="true" />
            {button}
          </div>
        ))}
      </div>
    </section>
  );
}
