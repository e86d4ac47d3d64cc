import { Component, type ReactNode } from 'react';

interface CrashBoundaryProps {
  /** Shown instead of the crashed part. */
  readonly fallback: ReactNode;
  /** A new value, such as the route's path, renders the children again. */
  readonly resetKey?: string;
  readonly children: ReactNode;
}

interface CrashState {
  readonly hasCrashed: boolean;
}

/** Keeps a crashing screen from taking down the whole page. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashState> {
  override state: CrashState = { hasCrashed: false };

  static getDerivedStateFromError(): CrashState {
    return { hasCrashed: true };
  }

  override componentDidUpdate(before: CrashBoundaryProps): void {
    if (this.state.hasCrashed && before.resetKey !== this.props.resetKey) this.setState({ hasCrashed: false });
  }

  override render(): ReactNode {
    return this.state.hasCrashed ? this.props.fallback : this.props.children;
  }
}
