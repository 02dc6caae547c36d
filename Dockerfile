FROM python:3.11-slim AS installed
COPY requirements.lock .
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

FROM python:3.11-slim
# The font has the letters of most names; without it pictures drop what they cannot draw.
RUN apt-get update \
    && apt-get install -y --no-install-recommends fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --no-create-home cards \
    && install -d -o cards -g cards -m 700 /bot/data
WORKDIR /bot
COPY --from=installed /venv /venv
COPY bot bot
COPY cogs cogs
COPY db db
COPY seeds seeds
USER cards
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
VOLUME /bot/data
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot", "run"]
