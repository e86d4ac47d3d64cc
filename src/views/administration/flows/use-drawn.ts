import { useEffect, useState } from 'react';

/** Runs something once what was changed with it is drawn: before the next key, which comes before the next frame on a slow machine. */
export function useDrawn(): (run: () => void) => void {
  const [wanted, setWanted] = useState<{ readonly run: () => void }>();
  useEffect(() => {
    wanted?.run();
  }, [wanted]);
  return (run) => setWanted({ run });
}
