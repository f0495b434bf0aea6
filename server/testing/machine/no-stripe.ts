/** For NODE_OPTIONS: nothing listens at any port 443. */
export const NO_STRIPE = `--import=data:text/javascript,${encodeURIComponent(`
import net from "node:net";
const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...to) {
	const [options] = Array.isArray(to[0]) ? to[0] : to;
	return Number(options?.port) === 443 ? connect.call(this, { port: 1, host: "127.0.0.1" }) : connect.apply(this, to);
};`)}`;
