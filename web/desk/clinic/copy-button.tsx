import { useState } from 'preact/hooks';
import { Button } from '../parts.tsx';
import { useClinic } from './words.tsx';

interface CopyButtonProps {
  readonly label: string;
  readonly text: string;
  readonly kind?: 'wide' | 'plain';
  readonly 'aria-label'?: string;
}

/** Copies a text for the clinic's own system, and says that it did. */
export function CopyButton({ text, ...button }: CopyButtonProps) {
  const { copied } = useClinic();
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <>
      <Button {...button} act={copy} />
      <span class="hint" role="status">
        {isCopied && copied}
      </span>
    </>
  );
}
