import type { Agent } from "./platforms.ts";

/** Scanners, monitors and libraries that pose as browsers. Sources: their makers' pages, and server/testing/corpora. */
export const KNOWN_TOOLS =
	/amzn-user|gtmetrix|assetnote|lumar|deepcrawl|brandverity|miniature\.io|\bYLT\b|site24x7|windowspowershell|jsdom|mimecast|proofpoint|barracuda|catchpoint|urldefense|forcepoint|fireeye|trustwave|cypress\/|turingos|ghost inspector|symantec|\btmwrs\b|wallabag/i;

export const CRAWLER_PURPOSES: readonly Agent[] = [
	{
		name: "ai",
		match: /ccbot|anthropic|bytespider|meta-externalagent|amazonbot|google-extended|cohere|mistral|deepseek/i,
	},
	{
		name: "search",
		match: /googlebot|bingbot|yandex|baiduspider|duckduckbot|slurp|sogou|petalbot|seznambot|qwant|yeti|naverbot/i,
	},
];
