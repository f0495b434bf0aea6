import { type ComponentType, lazy, useState, useSyncExternalStore } from "react";
import { useIsHydrated } from "./use-is-hydrated.ts";

export type LateComponent<Props> = ComponentType<Props> & { load: () => void };

/** A lazy component, shown once loaded; Suspense would wait 300 ms after the last fallback (docs/decisions/0058). */
export function late<Props extends object>(
	load: () => Promise<ComponentType<Props>>,
	Fallback: ComponentType,
): LateComponent<Props> {
	const code = createCode(load);
	const Lazy = lazy(async () => ({ default: await load() }));
	function Late(props: Props) {
		const [isFromHtml] = useState(!useIsHydrated());
		return isFromHtml ? <Lazy {...props} /> : <Loaded code={code} props={props} Fallback={Fallback} />;
	}
	return Object.assign(Late, { load: code.load });
}

type LoadedProps<Props> = { code: Code<Props>; props: Props; Fallback: ComponentType };

function Loaded<Props extends object>({ code, props, Fallback }: LoadedProps<Props>) {
	code.load();
	const { Component, failure } = useSyncExternalStore(code.subscribe, code.state);
	if (failure) throw failure.error;
	return Component ? <Component {...props} /> : <Fallback />;
}

type State<Props> = { Component: ComponentType<Props> | null; failure: { error: unknown } | null };
type Code<Props> = {
	load: () => void;
	subscribe: (listener: () => void) => () => void;
	state: () => State<Props>;
};

function createCode<Props>(load: () => Promise<ComponentType<Props>>): Code<Props> {
	let state: State<Props> = { Component: null, failure: null };
	let isAsked = false;
	const listeners = new Set<() => void>();
	const become = (next: State<Props>) => {
		state = next;
		for (const listener of listeners) listener();
	};
	return {
		load() {
			if (isAsked) return;
			isAsked = true;
			load().then(
				(Component) => become({ Component, failure: null }),
				(error: unknown) => become({ Component: null, failure: { error } }),
			);
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		state: () => state,
	};
}
