FROM debian:12-slim
RUN <<EOF
apt-get update
apt-get install -y curl
EOF
COPY <<CONFIG /etc/app.conf
port = 80
CONFIG
CMD curl --version
