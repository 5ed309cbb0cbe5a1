import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Radio, RadioGroup, Slider, makeStyles, tokens } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import { drawnAreas, moveCut, type Cut } from './cut.ts';

export interface CutDialogProps {
  picture: ImageBitmap;
  onUse(square: Blob): Promise<void>;
  onClose(): void;
}

/** Side in px, on the screen and of the file. */
const shownSide = 240;
const fileSide = 512;
const step = 12;

const useStyles = makeStyles({
  stage: { display: 'flex', justifyContent: 'center' },
  square: {
    width: `${shownSide}px`,
    height: `${shownSide}px`,
    borderRadius: '50%',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    touchAction: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
  movable: { cursor: 'grab', ':active': { cursor: 'grabbing' } },
});

const paint = (canvas: HTMLCanvasElement, picture: ImageBitmap, cut: Cut): void => {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { from, to } = drawnAreas(picture, cut, canvas.width);
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
};

const fileOf = (picture: ImageBitmap, cut: Cut): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = fileSide;
  canvas.height = fileSide;
  paint(canvas, picture, cut);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be encoded'))),
      'image/jpeg',
      0.88,
    ),
  );
};

/** Crops a picture to a square, moved by pointer or arrow keys, or fits all of it inside. */
export function CutDialog({ picture, onUse, onClose }: CutDialogProps) {
  const t = useT();
  const styles = useStyles();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [cut, setCut] = useState<Cut>({ fit: 'crop', zoom: 1, x: 0.5, y: 0.5 });
  const isCut = cut.fit === 'crop';
  const push = (x: number, y: number): void => setCut((before) => moveCut(picture, before, { x, y }, shownSide));

  useEffect(() => {
    if (canvas.current) paint(canvas.current, picture, cut);
  }, [picture, cut]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    if (!by || !isCut) return;
    event.preventDefault();
    push(by[0] ?? 0, by[1] ?? 0);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (isCut && event.currentTarget.hasPointerCapture(event.pointerId)) push(event.movementX, event.movementY);
  };

  return (
    <FormDialog
      open
      title={t('picture.title')}
      submitLabel={t('picture.use')}
      width={420}
      onSubmit={async () => onUse(await fileOf(picture, cut))}
      onClose={onClose}
    >
      <div className={styles.stage}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={t(isCut ? 'picture.previewMovable' : 'picture.preview')}
          tabIndex={isCut ? 0 : -1}
          width={fileSide}
          height={fileSide}
          className={isCut ? `${styles.square} ${styles.movable}` : styles.square}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
        />
      </div>
      <FormRow label={t('picture.fit')}>
        <RadioGroup
          layout="horizontal"
          value={cut.fit}
          onChange={(_, { value }) => setCut((before) => ({ ...before, fit: value === 'whole' ? 'whole' : 'crop' }))}
        >
          <Radio value="crop" label={t('picture.crop')} />
          <Radio value="whole" label={t('picture.whole')} />
        </RadioGroup>
      </FormRow>
      {isCut && (
        <FormRow label={t('picture.zoom')}>
          <Slider
            min={100}
            max={400}
            value={cut.zoom * 100}
            onChange={(_, { value }) => setCut((before) => ({ ...before, zoom: value / 100 }))}
          />
        </FormRow>
      )}
    </FormDialog>
  );
}
